/// How the names of files end that Apple's compilers build, or include.
enum SourceNames {
  /// Of Swift, C, C++, Objective-C and Metal, with headers.
  ///
  /// Source: `types::lookupTypeForExtension` and `types::lookupHeaderTypeForSourceType` in clang's `Types.cpp`.
  static let glob = "*.{swift,c,c++,cc,cpp,cxx,h,h++,hh,hpp,hxx,m,metal,mm}"
}
