#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#include <sched.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

int platform_spawn_add_chdir(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

int platform_spawn_add_close_from(posix_spawn_file_actions_t *actions, int first) {
#if defined(__linux__)
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
  (void)actions;
  (void)first;
  return 0;
#endif
}

int platform_spawn_add_foreground(posix_spawn_file_actions_t *actions, int terminal) {
#if defined(__linux__)
  return posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal);
#else
  (void)actions;
  (void)terminal;
  return 0;
#endif
}

short platform_spawn_flags(int has_session) {
  short flags = has_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
  flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  return flags;
}

extern char **environ;

void platform_forget_variable(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environ; entry && *entry; entry++) {
    if (strncmp(*entry, name, length) != 0 || (*entry)[length] != '=') continue;
    volatile char *value = *entry + length + 1;
    while (*value) *value++ = 0;
  }
}

void platform_protect_memory(void) {
#if defined(__linux__)
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

int platform_pipe(int ends[2]) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int platform_pidfd_open(pid_t pid) {
#if defined(__linux__) && defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  (void)pid;
  errno = ENOSYS;
  return -1;
#endif
}

int platform_become_subreaper(void) {
#if defined(__linux__)
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}

pid_t platform_session(pid_t pid) { return getsid(pid); }

int platform_allowed_processors(void) {
#ifdef __linux__
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return -1;
  return CPU_COUNT(&mask);
#else
  return -1;
#endif
}

void platform_keep_freed_memory(void) {
#if defined(__GLIBC__)
  // Threads have heaps of their own, which otherwise grow by a page at a time.
  mallopt(M_TOP_PAD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  // Above the size of most contents in git: each step of a chain of deltas allocates them anew.
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
#endif
}
