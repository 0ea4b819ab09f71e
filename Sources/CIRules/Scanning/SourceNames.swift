/// File names of sources and headers that Apple's compilers build or include.
enum SourceNames {
  /// Sources and headers of Swift, C, C++, Objective-C and Metal; also assembly code, and the parts
  /// of C++ headers that are kept in files of their own, such as `.ipp`. Not `.icc`, which is also
  /// the profile of a colour space.
  ///
  /// Source: `types::lookupTypeForExtension` and `types::lookupHeaderTypeForSourceType` in clang's `Types.cpp`.
  static let glob =
    "*.{ASM,C,CC,CPP,CXX,H,HPP,HXX,M,MM,S,asm,s,swift,c,c++,c++m,cc,ccm,cpp,cppm,cxx,cxxm,h,h++,hh,hpp,hxx,inc,inl,ipp,ixx,m,metal,"
    + "mm,pch,tcc,tpp,txx}"
}
