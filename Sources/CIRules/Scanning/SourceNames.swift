/// File names of sources and headers that Apple's compilers build or include.
enum SourceNames {
  /// Sources and headers of Swift, C, C++, Objective-C and Metal; also assembly code, and the parts
  /// of C++ headers that are kept in files of their own, such as `.ipp`.
  ///
  /// Source: `types::lookupTypeForExtension` and `types::lookupHeaderTypeForSourceType` in clang's `Types.cpp`.
  static let glob =
    "*.{C,S,s,swift,c,c++,cc,cpp,cxx,h,h++,hh,hpp,hxx,inc,inl,ipp,m,metal,mm,tpp}"
}
