import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment that this process was started with.
package enum OwnEnvironment {
  fileprivate static let variables: [String: String] = {
    var variables: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
      entry += 1
    }
    return variables
  }()

  /// The variable with the key of stored results; no child may have it, so `currentEnvironment`
  /// leaves it out.
  package static let cacheKeyVariable = "DEVTOOL_CACHE_KEY"

  /// The key of stored results; `nil` when the variable is not set.
  package static var cacheKey: String? { variables[cacheKeyVariable] }

  /// Overwrites the values of variables where the kernel shows them to other processes of the same
  /// user (`/proc/PID/environ`, proc_pid_environ(5)); `currentEnvironment` still has them.
  ///
  /// A step could read secrets there that are reserved for other steps.
  package static func forget(_ names: some Sequence<String>) {
    _ = variables
    for name in names { platform_forget_variable(name) }
    platform_forget_variable(cacheKeyVariable)
  }

  /// Prevents other processes of the same user from reading the memory of this one; this also
  /// disables its core dump.
  package static func protectMemory() { platform_protect_memory() }
}

/// The environment this process was started with, without the key of stored results; of several
/// entries with one name the first counts, as in getenv(3).
package func currentEnvironment() -> [String: String] {
  var variables = OwnEnvironment.variables
  variables[OwnEnvironment.cacheKeyVariable] = nil
  return variables
}
