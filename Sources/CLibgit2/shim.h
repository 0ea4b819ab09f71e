#include <git2.h>

// `git_libgit2_opts` is variadic, and Swift cannot call variadic C functions.

static inline int git_shim_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

static inline int git_shim_set_flag(int option, int is_on) {
  return git_libgit2_opts(option, is_on);
}

static inline int git_shim_set_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}
