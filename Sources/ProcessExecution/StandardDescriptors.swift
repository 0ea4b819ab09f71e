#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ensures that descriptors 0, 1 and 2 are open.
///
/// A program that was started with one of them closed would get its number for the next file that
/// it opens, and write messages into that file. They are opened in the opposite mode, so that using
/// them remains an error.
package func reserveStandardDescriptors() {
  for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
  where fcntl(Int32(descriptor), F_GETFD) == -1 {
    // open(2) returns the lowest free number, which is the missing one.
    _ = open("/dev/null", mode)
  }
}
