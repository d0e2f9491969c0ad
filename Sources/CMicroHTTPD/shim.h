#include <microhttpd.h>
#include <string.h>

// Addresses stay as they were sent: what is written with a % stands in no table.
static inline size_t shim_mhd_keep(void *data, struct MHD_Connection *connection, char *text) {
  (void)data;
  (void)connection;
  return strlen(text);
}

// Variadic: a server on a socket that listens already, with one thread; with TLS when there is a certificate.
static inline struct MHD_Daemon *shim_mhd_start(
    int socket, unsigned int connections, unsigned int per_address, unsigned int idle_seconds, const char *key,
    const char *certificate, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *data) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (!certificate)
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, data, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_address, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768,
      MHD_OPTION_UNESCAPE_CALLBACK, &shim_mhd_keep, NULL, MHD_OPTION_NOTIFY_COMPLETED, completed, data,
        MHD_OPTION_NOTIFY_CONNECTION, connection, data, MHD_OPTION_END);
  return MHD_start_daemon(
      flags | MHD_USE_TLS, 0, NULL, NULL, handler, data, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT,
      connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_address, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768,
      MHD_OPTION_UNESCAPE_CALLBACK, &shim_mhd_keep, NULL, MHD_OPTION_NOTIFY_COMPLETED, completed, data,
      MHD_OPTION_NOTIFY_CONNECTION, connection, data, MHD_OPTION_HTTPS_MEM_KEY, key, MHD_OPTION_HTTPS_MEM_CERT,
      certificate, MHD_OPTION_END);
}

// Variadic.
static inline int shim_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

// Closed enumerations: Swift gives their constants other names.
static inline enum MHD_Result shim_mhd_yes(void) { return MHD_YES; }
static inline enum MHD_Result shim_mhd_no(void) { return MHD_NO; }
static inline int shim_mhd_is_start(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}
static inline const char *shim_mhd_field(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}
static inline const char *shim_mhd_argument(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}
static inline struct MHD_Response *shim_mhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
