import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The name of a Swift symbol as one would write it; a text that is none stays as it is.
///
///     $s8LabTests5CHangC8testLockyyF → LabTests.CHang.testLock() -> ()
package func demangled(_ symbol: String) -> String {
  guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S"),
    let text = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0)
  else { return symbol }
  defer { free(text) }
  return String(cString: text)
}
