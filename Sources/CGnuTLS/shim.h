#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// Macros.
static inline unsigned int shim_tls_p256(void) { return GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1); }
static inline const char *shim_tls_common_name(void) { return GNUTLS_OID_X520_COMMON_NAME; }
