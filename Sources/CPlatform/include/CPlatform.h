/// The few system calls that Swift cannot reach: variadic ones and GNU extensions that Swift's
/// Glibc module leaves out. Each is one call; nothing is decided here.

#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <spawn.h>
#include <sys/types.h>

#include "HTTPClient.h"
#include "NetworkWatch.h"
#include "SHA256.h"

/// `posix_spawn_file_actions_addchdir_np`. Returns 0 or an errno value.
int platform_spawn_add_chdir(posix_spawn_file_actions_t *actions, const char *path);

/// Closes every descriptor from `first` on in the child. Returns 0 or an errno value; on macOS it
/// does nothing, `POSIX_SPAWN_CLOEXEC_DEFAULT` in `platform_spawn_flags` does the same there.
int platform_spawn_add_close_from(posix_spawn_file_actions_t *actions, int first);

/// Makes the process group of the child the one in the foreground of the terminal before it runs.
/// Returns 0 or an errno value; on macOS it does nothing, the parent has to.
int platform_spawn_add_foreground(posix_spawn_file_actions_t *actions, int terminal);

/// Flags for `posix_spawnattr_setflags`: a new session (or, when that is 0, a new process group), the
/// given signal mask and defaults.
short platform_spawn_flags(int has_session);

/// A pipe whose ends are closed on exec: `ends[0]` is read, `ends[1]` written. Returns 0, or -1 with
/// errno set.
int platform_pipe(int ends[2]);

/// A descriptor that becomes readable when the process exits, or -1 (errno set) where the system
/// has none.
int platform_pidfd_open(pid_t pid);

/// Makes orphaned descendants children of this process. Returns 0, or -1 where there is no such
/// thing.
int platform_become_subreaper(void);

/// The session of a process, or -1.
pid_t platform_session(pid_t pid);

/// How many processors the affinity mask of this process allows, or -1 where that is not known.
int platform_allowed_processors(void);

/// Lets the allocator keep what is freed. To give it back and ask for it again costs a short run a
/// twentieth of its time: each page is cleared anew, and the other processors are interrupted.
/// Blocks of 8 MiB and more are given back at once. Only glibc needs it.
void platform_keep_freed_memory(void);

/// Overwrites the value of a variable where it lies in memory, every time it is there, so that
/// `/proc/PID/environ` does not show it any more.
void platform_forget_variable(const char *name);

/// Keeps other processes of the same user from reading the memory of this one: PR_SET_DUMPABLE of
/// prctl(2), which ends with the next program that a child executes. On macOS it does nothing.
void platform_protect_memory(void);

/// The Swift runtime's own demangler: a name in memory that the caller frees, or NULL.
char *swift_demangle(const char *mangled, size_t length, char *buffer, size_t *bufferSize,
                     unsigned int flags);

#endif
