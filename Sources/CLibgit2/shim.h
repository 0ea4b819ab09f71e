#include <git2.h>
#include <sys/types.h>

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

static inline int git_shim_set_cache_object_limit(git_object_t type, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, type, bytes);
}

static inline int git_shim_set_cache_max_size(ssize_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}
