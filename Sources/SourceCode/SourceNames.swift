/// File names of sources and headers that Apple's compilers build or include.
package enum SourceNames {
  /// Endings of C, C++, Objective-C and Metal, in lower case; also of the parts of C++ headers that
  /// are kept in files of their own, such as `.ipp`. Not `.icc`, which is also the profile of a
  /// colour space.
  ///
  /// Source: `types::lookupTypeForExtension` and `types::lookupHeaderTypeForSourceType` in clang's `Types.cpp`.
  package static let c = [
    "c", "c++", "c++m", "cc", "ccm", "cpp", "cppm", "cxx", "cxxm", "h", "h++", "hh", "hpp", "hxx",
    "inl", "ipp", "ixx", "m", "metal", "mm", "pch", "tcc", "tpp", "txx",
  ]
  /// Endings of assembly code, and of what any of these languages includes.
  package static let assembly = ["asm", "inc", "s"]
  /// Endings that clang also knows in upper case.
  private static let upper = ["ASM", "C", "CC", "CPP", "CXX", "H", "HPP", "HXX", "M", "MM", "S"]

  /// Sources and headers of these languages and of Swift.
  package static let glob = "*.{\((upper + assembly + c + ["swift"]).joined(separator: ","))}"

  /// Whether a file is in a catalogue of DocC, which SwiftPM does not compile.
  package static func isDocumentation(_ path: String) -> Bool {
    let end = Array(".docc/".utf8)
    var path = path
    return path.withUTF8 { bytes in
      bytes.indices.contains { index in
        bytes[index] == UInt8(ascii: "/") && bytes[...index].suffix(end.count).elementsEqual(end)
      }
    }
  }
}
