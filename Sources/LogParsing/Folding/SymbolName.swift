#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The readable names of symbols.
enum SymbolName {
  /// `Demo.Counter.race() -> ()` for `$s4Demo7CounterC4raceyyF`; any other name as it is.
  static func readable(_ symbol: String) -> String {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("_$s") else {
      return symbol
    }
    guard let name = demangled(symbol, symbol.utf8.count, nil, nil, 0) else { return symbol }
    defer { free(name) }
    return String(cString: name)
  }

  /// The function of a frame with and without its type: `Turns.crash()` and `crash()` for
  /// `closure #1 in Turns.crash()`.
  static func calls(_ frame: String) -> [String] {
    let words = frame.split(separator: " ")
    guard let call = words.last, let open = call.firstIndex(of: "(") else { return [] }
    let parts = call[..<open].split(separator: ".")
    let arguments = call[open...]
    return [1, 2].filter { $0 <= parts.count }
      .map { parts.suffix($0).joined(separator: ".") + arguments }
  }
}

/// The demangler of the Swift runtime, which debuggers also use.
///
/// Source: `swift_demangle` in `stdlib/public/runtime/Demangle.cpp`. The caller has to free the
/// result.
@_silgen_name("swift_demangle")
private func demangled(
  _ name: UnsafePointer<CChar>?, _ length: Int, _ output: UnsafeMutablePointer<CChar>?,
  _ outputSize: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
