// Keeps the network out of a binary that libgit2 is linked into statically: no remote is ever opened here,
// and each transport would bring TLS, SSH and Kerberos along. Where the rest of libgit2 refers to that code,
// the linker finds these and looks no further in the archive. They are the names of libgit2 1.5; with an
// archive of another version that needs others, `scripts/with-static-libraries` links the shared library.
// A shared libgit2 keeps its own. The definitions are weak, so one in the archive is no duplicate.

#include <stdbool.h>

#define ABSENT __attribute__((weak))

ABSENT bool git_http__expect_continue, git_smart__ofs_delta_enabled;

// What would fail, if it were called
ABSENT int git_transport_new(void) { return -1; }
ABSENT int git_mbedtls__set_cert_location(void) { return -1; }

// Parts of `git_libgit2_init`, with nothing to do
ABSENT int git_mbedtls_stream_global_init(void) { return 0; }
ABSENT int git_openssl_stream_global_init(void) { return 0; }
ABSENT int git_socket_stream_global_init(void) { return 0; }
ABSENT int git_stream_registry_global_init(void) { return 0; }
ABSENT int git_transport_ssh_global_init(void) { return 0; }
