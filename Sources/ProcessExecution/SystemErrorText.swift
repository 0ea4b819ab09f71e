#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's message for an `errno` value, with the usual cause where the message is obscure.
package func errorText(_ code: Int32) -> String {
  let text = String(cString: strerror(code))
  switch code {
  case ENOEXEC: return "\(text) (a script needs a first line such as #!/bin/sh)"
  case EACCES: return "\(text) (is it executable? chmod +x)"
  case E2BIG:
    return "\(text) (the arguments and the environment, one of them or all together, are too long)"
  default: return text
  }
}
