#ifndef CLIBGIT2_H
#define CLIBGIT2_H

#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/repository.h>
#include <sys/types.h>

// `git_libgit2_opts` is variadic, and Swift cannot call variadic C functions.

int git_shim_set_search_path(int level, const char *path);
int git_shim_set_flag(int option, int is_on);
int git_shim_set_extensions(const char **names, size_t count);
int git_shim_set_cache_object_limit(git_object_t type, size_t bytes);
int git_shim_set_cache_max_size(ssize_t bytes);

#endif
