/// The pages of the documentation, which the program carries.

#ifndef CDOCUMENTATION_H
#define CDOCUMENTATION_H

/// How many there are; they are sorted by name.
int documentation_count(void);

/// The name of a page's file in docs, without `.md`.
const char *documentation_name(int index);

/// A page as Markdown in UTF-8.
const char *documentation_text(int index);

#endif
