#include <curl/curl.h>

// Variadic.
static inline CURLcode shim_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode shim_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode shim_curl_set_list(CURL *handle, struct curl_slist *value) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, value);
}
static inline CURLcode shim_curl_set_writer(
    CURL *handle, size_t (*writer)(char *, size_t, size_t, void *), void *data) {
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, data);
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
}
static inline CURLcode shim_curl_set_body(CURL *handle, const void *bytes, long count) {
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
  return curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}
static inline long shim_curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
