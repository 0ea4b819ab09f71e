#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "NetworkWatch.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif
#define NUMBER_OF_CLOSE_RANGE 436
#define NUMBER_OF_IO_URING_SETUP 425

/// A name look-up is smaller; bigger writes to a connected socket go by unseen.
#define LARGEST_QUERY 1024

#define DATA(field) offsetof(struct seccomp_data, field)

/// Calls that name an address wait for an answer. `io_uring` could make them unseen, so there is
/// none, as on kernels that were built without it.
static int install_filter(void) {
  struct sock_filter filter[] = {
    /* 0 */ BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(arch)),
    /* 1 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 0, 12),
    /* 2 */ BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)),
    /* 3 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_connect, 11, 0),
    /* 4 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmsg, 10, 0),
    /* 5 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmmsg, 9, 0),
    /* 6 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NUMBER_OF_IO_URING_SETUP, 9, 0),
    /* 7 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendto, 0, 6),
    /* sendto: with an address, or small enough for a name look-up; little-endian halves */
    /* 8 */ BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[4])),
    /* 9 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 5),
    /* 10 */ BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[4]) + 4),
    /* 11 */ BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3),
    /* 12 */ BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[2])),
    /* 13 */ BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LARGEST_QUERY, 0, 1),
    /* 14 */ BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    /* 15 */ BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
    /* 16 */ BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
  };
  struct sock_fprog program = {
    .len = sizeof filter / sizeof filter[0],
    .filter = filter,
  };
  unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  if (listener < 0 && errno == EACCES) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  }
  return listener;
}

static int write_text(const char *path, const char *text) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  ssize_t count = write(descriptor, text, strlen(text));
  int code = errno;
  close(descriptor);
  errno = code;
  return count < 0 ? -1 : 0;
}

/// A network namespace; without the right to make one, in a user namespace that knows us alone.
static int isolate(const char *user_map, const char *group_map) {
  if (unshare(CLONE_NEWNET) == 0) return 0;
  if (errno != EPERM) return -1;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return -1;
  // Kernels before 3.19 have no such file.
  // Of a process whose memory is protected they belong to root; this one has a copy of its own.
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  if (write_text("/proc/self/setgroups", "deny") != 0 && errno != ENOENT) return -1;
  if (write_text("/proc/self/uid_map", user_map) != 0) return -1;
  return write_text("/proc/self/gid_map", group_map);
}

static int bring_loopback_up(void) {
  int descriptor = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strncpy(request.ifr_name, "lo", IFNAMSIZ - 1);
  int result = ioctl(descriptor, SIOCGIFFLAGS, &request);
  if (result == 0) {
    request.ifr_flags |= IFF_UP | IFF_RUNNING;
    result = ioctl(descriptor, SIOCSIFFLAGS, &request);
  }
  int code = errno;
  close(descriptor);
  errno = code;
  return result;
}

static void close_others_on_exec(void) {
  if (syscall(NUMBER_OF_CLOSE_RANGE, 3U, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (int descriptor = 3; descriptor < 4096; descriptor++) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
}

/// Handlers of the parent must not run in the child; what is ignored stays so, except for signals
/// that end a command, as in `ChildProcess.defaultSignals`.
static void reset_signals(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0) continue;
    int ends = number == SIGPIPE || number == SIGXFSZ || number == SIGINT || number == SIGTERM ||
               number == SIGQUIT;
    if (action.sa_handler == SIG_IGN && !ends) continue;
    if (action.sa_handler == SIG_DFL) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// A message from the child: the stage at which it failed and why, or stage 0 and its listener.
struct report {
  int stage;
  int value;
};

static void fail(int descriptor, int stage) {
  struct report report = {stage, errno};
  ssize_t count = write(descriptor, &report, sizeof report);
  (void)count;
  _exit(127);
}

static void run_child(
  const struct platform_watched_command *command, int reports, const char *user_map,
  const char *group_map) {
  setsid();
  if (command->isolates) {
    if (isolate(user_map, group_map) != 0) fail(reports, PLATFORM_WATCH_NAMESPACE);
    if (bring_loopback_up() != 0) fail(reports, PLATFORM_WATCH_LOOPBACK);
  }
  // The table of descriptors is the parent's, too: so it gets the listener.
  int listener = install_filter();
  if (listener < 0) fail(reports, PLATFORM_WATCH_FILTER);
  if (unshare(CLONE_FILES) != 0) {
    close(listener);
    fail(reports, PLATFORM_WATCH_FILTER);
  }
  struct report report = {0, listener};
  if (write(reports, &report, sizeof report) != sizeof report) _exit(127);
  if (command->path == NULL) _exit(0);
  if (dup2(command->input, 0) < 0 || dup2(command->output, 1) < 0
      || dup2(command->errors, 2) < 0) {
    fail(reports, PLATFORM_WATCH_START);
  }
  close_others_on_exec();
  if (command->directory && chdir(command->directory) != 0) {
    fail(reports, PLATFORM_WATCH_EXECUTE);
  }
  reset_signals();
  execve(command->path, command->arguments, command->environment);
  fail(reports, PLATFORM_WATCH_EXECUTE);
}

/// Reads a report; 0 when the child has begun to execute the command or is gone. The child may die
/// while both ends of the pipe are ours, so the end of the pipe alone does not tell.
static int read_report(int descriptor, pid_t pid, struct report *report) {
  for (;;) {
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    int ready = poll(&entry, 1, 50);
    if (ready > 0) {
      ssize_t count = read(descriptor, report, sizeof *report);
      if (count < 0 && errno == EINTR) continue;
      return count == sizeof *report;
    }
    siginfo_t info;
    memset(&info, 0, sizeof info);
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid) {
      entry.revents = 0;
      if (poll(&entry, 1, 0) <= 0) return 0;
    }
  }
}

int platform_spawn_watched(
  const struct platform_watched_command *command, pid_t *pid, int *listener, int *stage) {
  *listener = -1;
  *stage = PLATFORM_WATCH_START;
  char user_map[64], group_map[64];
  snprintf(user_map, sizeof user_map, "%u %u 1", geteuid(), geteuid());
  snprintf(group_map, sizeof group_map, "%u %u 1", getegid(), getegid());
  int reports[2];
  if (pipe2(reports, O_CLOEXEC) != 0) return errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // As fork(2), but with one table of descriptors until the child asks for its own.
  pid_t child = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) run_child(command, reports[1], user_map, group_map);
  int code = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child < 0) {
    close(reports[0]);
    close(reports[1]);
    return code;
  }
  struct report report = {0, 0};
  int failure = 0;
  if (!read_report(reports[0], child, &report)) {
    failure = ECHILD;
  } else if (report.stage != 0) {
    *stage = report.stage;
    failure = report.value;
  } else {
    *listener = report.value;
  }
  close(reports[1]);
  if (failure == 0 && read_report(reports[0], child, &report) && report.stage != 0) {
    *stage = report.stage;
    failure = report.value;
  }
  close(reports[0]);
  if (failure != 0) {
    if (*listener >= 0) close(*listener);
    *listener = -1;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    return failure;
  }
  *pid = child;
  return 0;
}

/// The kernel's structures may be longer than those that we were compiled with.
union notification_space {
  struct seccomp_notif notification;
  struct seccomp_notif_resp answer;
  char space[1024];
};

static int fits(void) {
  struct seccomp_notif_sizes sizes;
  if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) return 0;
  return sizes.seccomp_notif <= sizeof(union notification_space)
    && sizes.seccomp_notif_resp <= sizeof(union notification_space);
}

int platform_receive_notification(
  int listener, struct platform_network_notification *notification) {
  if (!fits()) {
    errno = ENOTSUP;
    return -1;
  }
  union notification_space space;
  memset(&space, 0, sizeof space);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &space.notification) != 0) return -1;
  notification->identifier = space.notification.id;
  notification->thread = (pid_t)space.notification.pid;
  switch (space.notification.data.nr) {
  case SYS_connect: notification->call = PLATFORM_CALL_CONNECT; break;
  case SYS_sendto: notification->call = PLATFORM_CALL_SENDTO; break;
  case SYS_sendmsg: notification->call = PLATFORM_CALL_SENDMSG; break;
  default: notification->call = PLATFORM_CALL_SENDMMSG; break;
  }
  for (int index = 0; index < 6; index++) {
    notification->arguments[index] = space.notification.data.args[index];
  }
  return 0;
}

int platform_notification_waits(int listener, uint64_t identifier) {
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &identifier) == 0;
}

int platform_answer_notification(int listener, uint64_t identifier, int error) {
  union notification_space space;
  memset(&space, 0, sizeof space);
  space.answer.id = identifier;
  if (error == 0) {
    space.answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else if (error > 0) {
    space.answer.error = -error;
  }
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &space.answer);
}

#else

int platform_spawn_watched(
  const struct platform_watched_command *command, pid_t *pid, int *listener, int *stage) {
  (void)command;
  (void)pid;
  *listener = -1;
  *stage = PLATFORM_WATCH_FILTER;
  return ENOSYS;
}

int platform_receive_notification(
  int listener, struct platform_network_notification *notification) {
  (void)listener;
  (void)notification;
  errno = ENOSYS;
  return -1;
}

int platform_notification_waits(int listener, uint64_t identifier) {
  (void)listener;
  (void)identifier;
  return 0;
}

int platform_answer_notification(int listener, uint64_t identifier, int error) {
  (void)listener;
  (void)identifier;
  (void)error;
  errno = ENOSYS;
  return -1;
}

#endif
