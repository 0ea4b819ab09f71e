/// Starts processes whose attempts to use the network are shown to the starter (Linux: a seccomp
/// filter with user notification, see seccomp_unotify(2)), and that may have no network but
/// loopback (network_namespaces(7)). Nothing is decided here but how to ask the kernel.

#ifndef NETWORKWATCH_H
#define NETWORKWATCH_H

#include <stdint.h>
#include <sys/types.h>

/// What to start. Strings end with 0, lists with NULL.
struct platform_watched_command {
  const char *path;
  char *const *arguments;
  char *const *environment;
  /// NULL stays where we are.
  const char *directory;
  /// Becomes 0, 1 and 2 of the child; all of them at least 3.
  int input, output, errors;
  /// Gives the child a network of its own that has nothing but loopback.
  int isolates;
};

/// Where starting failed.
enum platform_watch_stage {
  PLATFORM_WATCH_START = 1,
  PLATFORM_WATCH_NAMESPACE = 2,
  PLATFORM_WATCH_LOOPBACK = 3,
  PLATFORM_WATCH_FILTER = 4,
  PLATFORM_WATCH_EXECUTE = 5,
};

/// Starts the command in a session of its own with an empty signal mask, as `posix_spawn` does with
/// `platform_spawn_flags`. With a NULL path the child ends at once, which tells whether the kernel
/// allows the rest.
///
/// Returns 0, `*pid` and the `*listener` to receive from; else an errno value and the `*stage`.
int platform_spawn_watched(
  const struct platform_watched_command *command, pid_t *pid, int *listener, int *stage);

enum platform_network_call {
  PLATFORM_CALL_CONNECT = 1,
  PLATFORM_CALL_SENDTO = 2,
  PLATFORM_CALL_SENDMSG = 3,
  PLATFORM_CALL_SENDMMSG = 4,
};

/// A system call that waits for our answer.
struct platform_network_notification {
  uint64_t identifier;
  /// Of the thread, as our process sees it.
  pid_t thread;
  enum platform_network_call call;
  /// As passed to the system call.
  uint64_t arguments[6];
};

/// Takes the next call that waits; blocks when there is none. Returns 0, or -1 with errno set
/// (`ENOENT`: the thread is gone).
int platform_receive_notification(
  int listener, struct platform_network_notification *notification);

/// Whether the call still waits, so that what was read from the thread's memory was its own.
int platform_notification_waits(int listener, uint64_t identifier);

/// Lets the call go on (`error` 0), fails it (an errno value), or claims success (-1).
int platform_answer_notification(int listener, uint64_t identifier, int error);

#endif
