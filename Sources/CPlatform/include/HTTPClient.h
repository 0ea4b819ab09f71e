#pragma once

#include <stdint.h>
#include <sys/types.h>

/// An HTTP request. What it names must stay until the request has ended.
struct platform_http_request {
  /// `GET`, `HEAD`, `PUT`, or with `content` or without any body another one.
  const char *method;
  const char *url;
  /// `Name: value`, the last one `NULL`.
  const char *const *headers;
  /// What a `PUT` sends: so many bytes of a file from its beginning.
  int body;
  int64_t body_size;
  /// What any method sends in place of a file: `body_size` bytes; `NULL` is none.
  const uint8_t *content;
  /// Milliseconds until the connection must be there.
  long connect_milliseconds;
  /// Seconds, from 1 on, for which a transfer may be slower than `lowest_rate` (bytes a second).
  long slow_seconds;
  long lowest_rate;
  /// Milliseconds that the whole request may take, and so many more for each megabyte of content that
  /// is passed on or sent.
  long most_milliseconds;
  long milliseconds_per_megabyte;
  /// Takes the content of an answer in pieces; 0 ends the request. Unless `receives_errors`, content of
  /// answers other than 200 is not passed on, and more than 64 KiB of it ends the request.
  int (*receive)(void *context, const uint8_t *bytes, size_t count);
  int receives_errors;
  /// Takes the headers of an answer line by line; may be `NULL`.
  void (*receive_header)(void *context, const uint8_t *bytes, size_t count);
  /// Asked several times a second; anything but 0 ends the request.
  int (*is_cancelled)(void *context);
  void *context;
};

struct platform_http_answer {
  /// Of HTTP; 0 when there was no answer.
  long status;
  /// Until the first byte of the answer came.
  double first_byte_seconds;
  /// A `CURLcode`; 0 when the request went well, whatever its status.
  int code;
  /// What went wrong, in libcurl's words.
  char message[256];
};

/// Loads libcurl when it is first asked for: no start of the program pays for it. Returns 0, or -1
/// when it is not installed. Calls may come from several threads.
int platform_http_load(void);

/// A client that keeps its connection open between requests, for one thread at a time; `NULL` when
/// there is no libcurl.
void *platform_http_open(void);

void platform_http_perform(
  void *client, const struct platform_http_request *request, struct platform_http_answer *answer);

void platform_http_close(void *client);
