#include "CLibgit2.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static void *library;
static char failure[512];

static void open_library(void) {
  library = dlopen("libgit2.so." LIBGIT2_SOVERSION, RTLD_LAZY | RTLD_LOCAL);
  if (library) return;
  const char *reason = dlerror();
  snprintf(failure, sizeof failure, "%s", reason ? reason : "no reason is given");
}

const char *git_shim_failure(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return library ? NULL : failure;
}

/// The address of a function of libgit2, looked up once; NULL when there is none.
static void *look_up(void **place, const char *name) {
  void *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (found || git_shim_failure()) return found;
  found = dlsym(library, name);
  __atomic_store_n(place, found, __ATOMIC_RELEASE);
  return found;
}

/// The function as a pointer of its type.
#define OPENED(name) \
  static void *place; \
  __typeof__(&name) function = (__typeof__(&name))look_up(&place, #name)

#define OPENED_FUNCTION(result, name, parameters, arguments, otherwise) \
  result name parameters { \
    OPENED(name); \
    return function ? function arguments : otherwise; \
  }

#define OPENED_PROCEDURE(name, parameters, arguments) \
  void name parameters { \
    OPENED(name); \
    if (function) function arguments; \
  }

OPENED_FUNCTION(int, git_attr_get, (const char **value_out, git_repository *repo, uint32_t flags,
  const char *path, const char *name), (value_out, repo, flags, path, name), GIT_ERROR)
OPENED_FUNCTION(git_attr_value_t, git_attr_value, (const char *attr), (attr),
  GIT_ATTR_VALUE_UNSPECIFIED)
OPENED_PROCEDURE(git_blob_free, (git_blob *blob), (blob))
OPENED_FUNCTION(int, git_blob_lookup, (git_blob **blob, git_repository *repo, const git_oid *id),
  (blob, repo, id), GIT_ERROR)
OPENED_FUNCTION(const void *, git_blob_rawcontent, (const git_blob *blob), (blob), NULL)
OPENED_FUNCTION(git_object_size_t, git_blob_rawsize, (const git_blob *blob), (blob), 0)
OPENED_PROCEDURE(git_buf_dispose, (git_buf *buffer), (buffer))
OPENED_PROCEDURE(git_commit_free, (git_commit *commit), (commit))
OPENED_FUNCTION(int, git_commit_lookup, (git_commit **commit, git_repository *repo,
  const git_oid *id), (commit, repo, id), GIT_ERROR)
OPENED_PROCEDURE(git_config_free, (git_config *cfg), (cfg))
OPENED_FUNCTION(int, git_config_get_bool, (int *out, const git_config *cfg, const char *name), (out,
  cfg, name), GIT_ERROR)
OPENED_FUNCTION(int, git_config_get_string, (const char **out, const git_config *cfg,
  const char *name), (out, cfg, name), GIT_ERROR)
OPENED_FUNCTION(int, git_diff_blobs, (const git_blob *old_blob, const char *old_as_path,
  const git_blob *new_blob, const char *new_as_path, const git_diff_options *options,
  git_diff_file_cb file_cb, git_diff_binary_cb binary_cb, git_diff_hunk_cb hunk_cb,
  git_diff_line_cb line_cb, void *payload), (old_blob, old_as_path, new_blob, new_as_path, options,
  file_cb, binary_cb, hunk_cb, line_cb, payload), GIT_ERROR)
OPENED_FUNCTION(int, git_diff_buffers, (const void *old_buffer, size_t old_len,
  const char *old_as_path, const void *new_buffer, size_t new_len, const char *new_as_path,
  const git_diff_options *options, git_diff_file_cb file_cb, git_diff_binary_cb binary_cb,
  git_diff_hunk_cb hunk_cb, git_diff_line_cb line_cb, void *payload), (old_buffer, old_len,
  old_as_path, new_buffer, new_len, new_as_path, options, file_cb, binary_cb, hunk_cb, line_cb,
  payload), GIT_ERROR)
OPENED_PROCEDURE(git_diff_free, (git_diff *diff), (diff))
OPENED_FUNCTION(const git_diff_delta *, git_diff_get_delta, (const git_diff *diff, size_t idx),
  (diff, idx), NULL)
OPENED_FUNCTION(size_t, git_diff_num_deltas, (const git_diff *diff), (diff), 0)
OPENED_FUNCTION(int, git_diff_options_init, (git_diff_options *opts, unsigned int version), (opts,
  version), GIT_ERROR)
OPENED_FUNCTION(int, git_diff_tree_to_workdir_with_index, (git_diff **diff, git_repository *repo,
  git_tree *old_tree, const git_diff_options *opts), (diff, repo, old_tree, opts), GIT_ERROR)
OPENED_FUNCTION(const git_error *, git_error_last, (void), (), NULL)
OPENED_FUNCTION(int, git_ignore_path_is_ignored, (int *ignored, git_repository *repo,
  const char *path), (ignored, repo, path), GIT_ERROR)
OPENED_FUNCTION(size_t, git_index_entrycount, (const git_index *index), (index), 0)
OPENED_PROCEDURE(git_index_free, (git_index *index), (index))
OPENED_FUNCTION(const git_index_entry *, git_index_get_byindex, (git_index *index, size_t n),
  (index, n), NULL)
OPENED_FUNCTION(const git_index_entry *, git_index_get_bypath, (git_index *index, const char *path,
  int stage), (index, path, stage), NULL)
OPENED_FUNCTION(int, git_index_has_conflicts, (const git_index *index), (index), 1)
OPENED_FUNCTION(int, git_index_new, (git_index **out), (out), GIT_ERROR)
OPENED_FUNCTION(int, git_index_open, (git_index **out, const char *index_path), (out, index_path),
  GIT_ERROR)
OPENED_FUNCTION(int, git_index_read_tree, (git_index *index, const git_tree *tree), (index, tree),
  GIT_ERROR)
OPENED_FUNCTION(int, git_index_write_tree_to, (git_oid *out, git_index *index, git_repository *repo),
  (out, index, repo), GIT_ERROR)
OPENED_FUNCTION(int, git_libgit2_init, (void), (), GIT_ERROR)
OPENED_FUNCTION(int, git_mempack_new, (git_odb_backend **out), (out), GIT_ERROR)
OPENED_FUNCTION(int, git_merge_commits, (git_index **out, git_repository *repo,
  const git_commit *our_commit, const git_commit *their_commit, const git_merge_options *opts), (out,
  repo, our_commit, their_commit, opts), GIT_ERROR)
OPENED_FUNCTION(int, git_merge_options_init, (git_merge_options *opts, unsigned int version), (opts,
  version), GIT_ERROR)
OPENED_FUNCTION(int, git_merge_trees, (git_index **out, git_repository *repo,
  const git_tree *ancestor_tree, const git_tree *our_tree, const git_tree *their_tree,
  const git_merge_options *opts), (out, repo, ancestor_tree, our_tree, their_tree, opts), GIT_ERROR)
OPENED_PROCEDURE(git_object_free, (git_object *object), (object))
OPENED_FUNCTION(const git_oid *, git_object_id, (const git_object *obj), (obj), NULL)
OPENED_FUNCTION(int, git_object_peel, (git_object **peeled, const git_object *object,
  git_object_t target_type), (peeled, object, target_type), GIT_ERROR)
OPENED_FUNCTION(int, git_odb_add_backend, (git_odb *odb, git_odb_backend *backend, int priority),
  (odb, backend, priority), GIT_ERROR)
OPENED_FUNCTION(int, git_odb_exists, (git_odb *db, const git_oid *id), (db, id), GIT_ERROR)
OPENED_PROCEDURE(git_odb_free, (git_odb *db), (db))
OPENED_FUNCTION(int, git_odb_hash, (git_oid *out, const void *data, size_t len, git_object_t type),
  (out, data, len, type), GIT_ERROR)
OPENED_FUNCTION(const void *, git_odb_object_data, (git_odb_object *object), (object), NULL)
OPENED_PROCEDURE(git_odb_object_free, (git_odb_object *object), (object))
OPENED_FUNCTION(size_t, git_odb_object_size, (git_odb_object *object), (object), 0)
OPENED_FUNCTION(git_object_t, git_odb_object_type, (git_odb_object *object), (object),
  GIT_OBJECT_INVALID)
OPENED_FUNCTION(int, git_odb_read, (git_odb_object **out, git_odb *db, const git_oid *id), (out, db,
  id), GIT_ERROR)
OPENED_FUNCTION(int, git_odb_read_header, (size_t *len_out, git_object_t *type_out, git_odb *db,
  const git_oid *id), (len_out, type_out, db, id), GIT_ERROR)
OPENED_PROCEDURE(git_reference_free, (git_reference *ref), (ref))
OPENED_PROCEDURE(git_reference_iterator_free, (git_reference_iterator *iter), (iter))
OPENED_FUNCTION(int, git_reference_iterator_glob_new, (git_reference_iterator **out,
  git_repository *repo, const char *glob), (out, repo, glob), GIT_ERROR)
OPENED_FUNCTION(int, git_reference_lookup, (git_reference **out, git_repository *repo,
  const char *name), (out, repo, name), GIT_ERROR)
OPENED_FUNCTION(const char *, git_reference_name, (const git_reference *ref), (ref), NULL)
OPENED_FUNCTION(int, git_reference_next, (git_reference **out, git_reference_iterator *iter), (out,
  iter), GIT_ERROR)
OPENED_FUNCTION(const char *, git_reference_symbolic_target, (const git_reference *ref), (ref),
  NULL)
OPENED_FUNCTION(const git_oid *, git_reference_target, (const git_reference *ref), (ref), NULL)
OPENED_FUNCTION(int, git_remote_list, (git_strarray *out, git_repository *repo), (out, repo),
  GIT_ERROR)
OPENED_FUNCTION(const char *, git_repository_commondir, (const git_repository *repo), (repo), NULL)
OPENED_FUNCTION(int, git_repository_config_snapshot, (git_config **out, git_repository *repo), (out,
  repo), GIT_ERROR)
OPENED_PROCEDURE(git_repository_free, (git_repository *repo), (repo))
OPENED_FUNCTION(int, git_repository_head_unborn, (git_repository *repo), (repo), GIT_ERROR)
OPENED_FUNCTION(int, git_repository_index, (git_index **out, git_repository *repo), (out, repo),
  GIT_ERROR)
OPENED_FUNCTION(int, git_repository_item_path, (git_buf *out, const git_repository *repo,
  git_repository_item_t item), (out, repo, item), GIT_ERROR)
OPENED_FUNCTION(int, git_repository_odb, (git_odb **out, git_repository *repo), (out, repo),
  GIT_ERROR)
OPENED_FUNCTION(int, git_repository_open_ext, (git_repository **out, const char *path,
  unsigned int flags, const char *ceiling_dirs), (out, path, flags, ceiling_dirs), GIT_ERROR)
OPENED_FUNCTION(int, git_repository_set_index, (git_repository *repo, git_index *index), (repo,
  index), GIT_ERROR)
OPENED_FUNCTION(int, git_repository_set_workdir, (git_repository *repo, const char *workdir,
  int update_gitlink), (repo, workdir, update_gitlink), GIT_ERROR)
OPENED_FUNCTION(int, git_repository_state, (git_repository *repo), (repo), GIT_ERROR)
OPENED_FUNCTION(const char *, git_repository_workdir, (const git_repository *repo), (repo), NULL)
OPENED_FUNCTION(int, git_revparse_single, (git_object **out, git_repository *repo,
  const char *spec), (out, repo, spec), GIT_ERROR)
OPENED_FUNCTION(const git_status_entry *, git_status_byindex, (git_status_list *statuslist,
  size_t idx), (statuslist, idx), NULL)
OPENED_FUNCTION(size_t, git_status_list_entrycount, (git_status_list *statuslist), (statuslist), 0)
OPENED_PROCEDURE(git_status_list_free, (git_status_list *statuslist), (statuslist))
OPENED_FUNCTION(int, git_status_list_new, (git_status_list **out, git_repository *repo,
  const git_status_options *opts), (out, repo, opts), GIT_ERROR)
OPENED_FUNCTION(int, git_status_options_init, (git_status_options *opts, unsigned int version),
  (opts, version), GIT_ERROR)
OPENED_PROCEDURE(git_strarray_dispose, (git_strarray *array), (array))
OPENED_FUNCTION(int, git_tree_entry_bypath, (git_tree_entry **out, const git_tree *root,
  const char *path), (out, root, path), GIT_ERROR)
OPENED_PROCEDURE(git_tree_entry_free, (git_tree_entry *entry), (entry))
OPENED_FUNCTION(const git_oid *, git_tree_entry_id, (const git_tree_entry *entry), (entry), NULL)
OPENED_FUNCTION(git_object_t, git_tree_entry_type, (const git_tree_entry *entry), (entry),
  GIT_OBJECT_INVALID)
OPENED_PROCEDURE(git_tree_free, (git_tree *tree), (tree))
OPENED_FUNCTION(int, git_tree_lookup, (git_tree **out, git_repository *repo, const git_oid *id),
  (out, repo, id), GIT_ERROR)

static int (*options(void))(int, ...) {
  static void *place;
  return (int (*)(int, ...))look_up(&place, "git_libgit2_opts");
}

#define SET_OPTION(...) options() ? options()(__VA_ARGS__) : GIT_ERROR

#else

const char *git_shim_failure(void) { return NULL; }

#define SET_OPTION(...) git_libgit2_opts(__VA_ARGS__)

#endif

int git_shim_set_search_path(int level, const char *path) {
  return SET_OPTION(GIT_OPT_SET_SEARCH_PATH, level, path);
}

int git_shim_set_flag(int option, int is_on) { return SET_OPTION(option, is_on); }

int git_shim_set_extensions(const char **names, size_t count) {
  return SET_OPTION(GIT_OPT_SET_EXTENSIONS, names, count);
}

int git_shim_set_cache_object_limit(git_object_t type, size_t bytes) {
  return SET_OPTION(GIT_OPT_SET_CACHE_OBJECT_LIMIT, type, bytes);
}

int git_shim_set_cache_max_size(ssize_t bytes) {
  return SET_OPTION(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}
