#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The target that `scripts/fuzz` names in the environment.
private let chosen = FuzzTarget.all.first {
  $0.name == ProcessInfo.processInfo.environment["FUZZ_TARGET"]
}

/// What libFuzzer calls with each input (https://llvm.org/docs/LibFuzzer.html); nothing calls it in the
/// tests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let chosen else { end("FUZZ_TARGET names no target") }
  do throws(Contradiction) {
    try chosen.check(UnsafeRawBufferPointer(start: data, count: count))
  } catch {
    end(error.description)
  }
  return 0
}

/// libFuzzer keeps the input when the process aborts.
private func end(_ reason: String) -> Never {
  _ = "\(reason)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  abort()
}
