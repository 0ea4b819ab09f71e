#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes sure that descriptors 0, 1 and 2 are taken.
///
/// A program that was started with one of them closed would else get it for the next file that it
/// opens, and write its messages into that file. They are opened the wrong way round, so that using
/// them stays an error.
package func reserveStandardDescriptors() {
  for (descriptor, mode) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
  where fcntl(Int32(descriptor), F_GETFD) == -1 {
    // The lowest free number is the one that is missing.
    _ = open("/dev/null", mode)
  }
}
