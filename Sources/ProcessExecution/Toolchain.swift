/// The Swift toolchain in use; every tool of it is taken from beside the real `swift`, never from
/// the `PATH`, where another LLVM may sit.
package struct Toolchain: Hashable, Sendable {
  /// Absolute, symbolic links resolved.
  package var swift: String
  /// Absolute.
  package var llvmCov: String
  /// Absolute.
  package var llvmProfdata: String
  /// `6.3.1`.
  package var version: String
  /// `x86_64-unknown-linux-gnu`.
  package var triple: String

  package init(
    swift: String, llvmCov: String, llvmProfdata: String, version: String, triple: String
  ) {
    self.swift = swift
    self.llvmCov = llvmCov
    self.llvmProfdata = llvmProfdata
    self.version = version
    self.triple = triple
  }
}
