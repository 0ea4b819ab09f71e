/// Recognizes the headlines of the commands that xcodebuild runs.
///
///     CompileC /p/Build/x.o /p/x.c normal arm64 c com.apple.compilers.llvm.clang.1_0.compiler
///
/// Source: output of xcodebuild 5 to 16.
struct XcodeCommand: LineRecognizer {
  static let firstBytes: [UInt8]? = Array(Set(kinds.map { $0.utf8Start[0] }))

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 0 else { return nil }
    let content = line.content
    let length =
      content.bytes.prefix(64).firstIndex { $0 == 0x20 || $0 == 0x5C } ?? content.count
    guard length > 1, length < 64 else { return nil }
    let word = content.prefix(length)
    for kind in Self.kinds where word.equals(kind) { return .buildCommand(kind: word.text) }
    return nil
  }

  private static let kinds: [StaticString] = [
    "AppIntentsSSUTraining", "Analyze", "AnalyzeShallow", "CSResourcesCopy", "ClangStatCache",
    "Check", "Clean.Remove", "CodeSign", "CompileAssetCatalog", "CompileAssetCatalogVariant",
    "CompileC", "CompileStoryboard", "CompileSwift", "CompileSwiftSources", "CompileXCStrings",
    "CompileXIB", "ComputePackagePrebuildTargetDependencyGraph",
    "ComputeTargetDependencyGraph", "Copy", "CopyPlistFile", "CopyPNGFile", "CopyStringsFile",
    "CopySwiftLibs", "CpHeader", "CpResource", "CreateBuildDescription", "CreateBuildDirectory",
    "CreateBuildOperation", "CreateBuildRequest", "CreateUniversalBinary", "DataModelCompile",
    "EmitSwiftModule", "ExtractAppIntentsMetadata", "GatherProvisioningInputs",
    "GenerateAssetSymbols",
    "GenerateDSYMFile", "Ld", "Libtool", "LinkStoryboards", "Linting", "MergeSwiftModule", "MkDir",
    "PBXCp", "PhaseScriptExecution", "Preprocess", "ProcessInfoPlistFile", "ProcessPCH",
    "ProcessPCH++", "ProcessProductPackaging", "ProcessProductPackagingDER",
    "RegisterExecutionPolicyException", "RegisterWithLaunchServices", "ScanDependencies",
    "SendProjectDescription", "SetMode", "SetOwnerAndGroup", "Strip", "SwiftCompile",
    "SwiftDriver", "SwiftDriverJobDiscovery", "SwiftEmitModule", "SwiftMergeGeneratedHeaders",
    "SymLink", "TiffUtil", "Touch", "Validate", "ValidateEmbeddedBinary", "WriteAuxiliaryFile",
    "WriteAuxiliaryFiles", "builtin-copy",
  ]
}
