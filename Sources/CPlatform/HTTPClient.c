#include "HTTPClient.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// What we use of libcurl 7.x and 8.x, with the numbers of <curl/curl.h>. They are part of its binary
// interface, which has been the same since libcurl.so.4 (2006), so that its headers are not needed to
// build us. See https://curl.se/libcurl/abi.html.
enum {
  OPT_LOW_SPEED_LIMIT = 19,
  OPT_LOW_SPEED_TIME = 20,
  OPT_NOPROGRESS = 43,
  OPT_NOBODY = 44,
  OPT_UPLOAD = 46,
  OPT_FRESH_CONNECT = 74,
  OPT_NOSIGNAL = 99,
  OPT_CONNECTTIMEOUT_MS = 156,
  OPT_PROTOCOLS = 181,
  OPT_WRITEDATA = 10001,
  OPT_URL = 10002,
  OPT_READDATA = 10009,
  OPT_ERRORBUFFER = 10010,
  OPT_POSTFIELDS = 10015,
  OPT_USERAGENT = 10018,
  OPT_HTTPHEADER = 10023,
  OPT_HEADERDATA = 10029,
  OPT_CUSTOMREQUEST = 10036,
  OPT_XFERINFODATA = 10057,
  OPT_WRITEFUNCTION = 20011,
  OPT_READFUNCTION = 20012,
  OPT_HEADERFUNCTION = 20079,
  OPT_XFERINFOFUNCTION = 20219,
  OPT_INFILESIZE_LARGE = 30115,
  OPT_POSTFIELDSIZE_LARGE = 30120,
  INFO_RESPONSE_CODE = 0x200000 + 2,
  INFO_STARTTRANSFER_TIME = 0x300000 + 17,
  GLOBAL_ALL = 3,
  PROTOCOLS_HTTP_AND_HTTPS = 3,
  READ_ABORT = 0x10000000,
};

struct list;

static struct {
  int (*global_init)(long);
  void *(*init)(void);
  void (*reset)(void *);
  void (*cleanup)(void *);
  // Variadic in libcurl: declared so here, too, as the calling convention may differ.
  int (*setopt)(void *, int, ...);
  int (*getinfo)(void *, int, ...);
  int (*perform)(void *);
  const char *(*strerror)(int);
  struct list *(*append)(struct list *, const char *);
  void (*free_all)(struct list *);
} curl;

static int is_loaded = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static void load(void) {
  static const char *const names[] = {
#if defined(__APPLE__)
    "/usr/lib/libcurl.4.dylib",
#else
    "libcurl.so.4",
    "libcurl-gnutls.so.4",
#endif
  };
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && library == NULL; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return;
  if (find(library, "curl_global_init", &curl.global_init)
      && find(library, "curl_easy_init", &curl.init)
      && find(library, "curl_easy_reset", &curl.reset)
      && find(library, "curl_easy_cleanup", &curl.cleanup)
      && find(library, "curl_easy_setopt", &curl.setopt)
      && find(library, "curl_easy_getinfo", &curl.getinfo)
      && find(library, "curl_easy_perform", &curl.perform)
      && find(library, "curl_easy_strerror", &curl.strerror)
      && find(library, "curl_slist_append", &curl.append)
      && find(library, "curl_slist_free_all", &curl.free_all)
      && curl.global_init(GLOBAL_ALL) == 0) {
    is_loaded = 0;
  }
}

int platform_http_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

void *platform_http_open(void) { return platform_http_load() == 0 ? curl.init() : NULL; }

void platform_http_close(void *client) { curl.cleanup(client); }

struct transfer {
  void *client;
  const struct platform_http_request *request;
  int64_t sent;
  struct timespec started;
  // Of the body of an answer other than 200.
  int64_t dropped;
  const char *failure;
};

// An error page is shorter.
enum { MOST_DROPPED = 65536 };

static int is_cancelled(const struct transfer *transfer) {
  return transfer->request->is_cancelled
    && transfer->request->is_cancelled(transfer->request->context);
}

static size_t take(char *bytes, size_t size, size_t count, void *data) {
  struct transfer *transfer = data;
  long status = 0;
  curl.getinfo(transfer->client, INFO_RESPONSE_CODE, &status);
  if (is_cancelled(transfer)) return 0;
  if ((status != 200 && !transfer->request->receives_errors) || transfer->request->receive == NULL) {
    transfer->dropped += (int64_t)(size * count);
    if (transfer->dropped <= MOST_DROPPED) return size * count;
    transfer->failure = "an error came with more than 64 KiB";
    return 0;
  }
  int goes_on = transfer->request->receive(
    transfer->request->context, (const uint8_t *)bytes, size * count);
  return goes_on ? size * count : 0;
}

static size_t take_header(char *bytes, size_t size, size_t count, void *data) {
  struct transfer *transfer = data;
  transfer->request->receive_header(
    transfer->request->context, (const uint8_t *)bytes, size * count);
  return size * count;
}

static size_t give(char *bytes, size_t size, size_t count, void *data) {
  struct transfer *transfer = data;
  int64_t rest = transfer->request->body_size - transfer->sent;
  size_t wanted = size * count;
  if ((int64_t)wanted > rest) wanted = (size_t)rest;
  if (wanted == 0) return 0;
  ssize_t done = pread(transfer->request->body, bytes, wanted, (off_t)transfer->sent);
  // A file that is shorter than it was cannot be sent as what it is called.
  if (done <= 0) return READ_ABORT;
  transfer->sent += done;
  return (size_t)done;
}

static int look(void *data, int64_t a, int64_t received, int64_t b, int64_t sent) {
  (void)a, (void)b;
  struct transfer *transfer = data;
  if (is_cancelled(transfer)) return 1;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  int64_t elapsed = (now.tv_sec - transfer->started.tv_sec) * 1000
    + (now.tv_nsec - transfer->started.tv_nsec) / 1000000;
  // What is thrown away earns no time.
  int64_t useful = received + sent - transfer->dropped;
  int64_t usual = useful / 1000 * transfer->request->milliseconds_per_megabyte / 1000;
  if (elapsed <= transfer->request->most_milliseconds + usual) return 0;
  transfer->failure = "it is too slow";
  return 1;
}

void platform_http_perform(
  void *client, const struct platform_http_request *request, struct platform_http_answer *answer) {
  memset(answer, 0, sizeof *answer);
  struct transfer transfer = {.client = client, .request = request};
  clock_gettime(CLOCK_MONOTONIC, &transfer.started);
  struct list *headers = NULL;
  for (const char *const *header = request->headers; *header; header++) {
    struct list *longer = curl.append(headers, *header);
    if (longer == NULL) break;
    headers = longer;
  }
  // Keeps the connections.
  curl.reset(client);
  curl.setopt(client, OPT_URL, request->url);
  curl.setopt(client, OPT_HTTPHEADER, headers);
  curl.setopt(client, OPT_USERAGENT, "devtool");
  curl.setopt(client, OPT_NOSIGNAL, 1L);
  curl.setopt(client, OPT_PROTOCOLS, (long)PROTOCOLS_HTTP_AND_HTTPS);
  curl.setopt(client, OPT_ERRORBUFFER, answer->message);
  curl.setopt(client, OPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  curl.setopt(client, OPT_LOW_SPEED_LIMIT, request->lowest_rate);
  curl.setopt(client, OPT_LOW_SPEED_TIME, request->slow_seconds);
  curl.setopt(client, OPT_NOPROGRESS, 0L);
  curl.setopt(client, OPT_XFERINFOFUNCTION, look);
  curl.setopt(client, OPT_XFERINFODATA, &transfer);
  curl.setopt(client, OPT_WRITEFUNCTION, take);
  curl.setopt(client, OPT_WRITEDATA, &transfer);
  if (strcmp(request->method, "HEAD") == 0) {
    curl.setopt(client, OPT_NOBODY, 1L);
  } else if (request->content != NULL) {
    // As a POST, whose content lies in memory and can be sent again, under the method's own name.
    curl.setopt(client, OPT_POSTFIELDSIZE_LARGE, request->body_size);
    curl.setopt(client, OPT_POSTFIELDS, request->content);
    curl.setopt(client, OPT_CUSTOMREQUEST, request->method);
    // When a kept connection ends without an answer, libcurl sends the request again by itself, and what a
    // POST makes would be made twice.
    if (strcmp(request->method, "POST") == 0) curl.setopt(client, OPT_FRESH_CONNECT, 1L);
  } else if (strcmp(request->method, "PUT") == 0) {
    curl.setopt(client, OPT_UPLOAD, 1L);
    curl.setopt(client, OPT_READFUNCTION, give);
    curl.setopt(client, OPT_READDATA, &transfer);
    curl.setopt(client, OPT_INFILESIZE_LARGE, request->body_size);
  } else if (strcmp(request->method, "GET") != 0) {
    curl.setopt(client, OPT_CUSTOMREQUEST, request->method);
  }
  if (request->receive_header != NULL) {
    curl.setopt(client, OPT_HEADERFUNCTION, take_header);
    curl.setopt(client, OPT_HEADERDATA, &transfer);
  }
  answer->code = curl.perform(client);
  curl.getinfo(client, INFO_RESPONSE_CODE, &answer->status);
  curl.getinfo(client, INFO_STARTTRANSFER_TIME, &answer->first_byte_seconds);
  if (answer->code != 0 && transfer.failure != NULL) {
    snprintf(answer->message, sizeof answer->message, "%s", transfer.failure);
  }
  if (answer->code != 0 && answer->message[0] == 0) {
    snprintf(answer->message, sizeof answer->message, "%s", curl.strerror(answer->code));
  }
  // It points into the answer, which may be gone by the next request.
  curl.setopt(client, OPT_ERRORBUFFER, (char *)NULL);
  curl.free_all(headers);
}
