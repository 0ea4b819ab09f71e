/// Recognizes the headlines of the commands that xcodebuild runs.
///
///     CompileC /p/Build/x.o /p/x.c normal arm64 c com.apple.compilers.llvm.clang.1_0.compiler
///
/// Source: output of xcodebuild 5 to 26; the rule names in swift-build.
struct XcodeCommand: LineRecognizer {
  static let firstBytes: [UInt8]? = table.firstBytes

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 0 else { return nil }
    let content = line.content
    let length =
      content.bytes.prefix(64).firstIndex { $0 == 0x20 || $0 == 0x5C } ?? content.count
    guard length > 1, length < 64 else { return nil }
    let word = content.prefix(length)
    return Self.table.contains(word: word) ? .buildCommand(kind: word.text) : nil
  }

  /// Whether an indented line can only be the detail of a command or a target whose headline was
  /// lost.
  static func isDetail(_ content: ByteCursor) -> Bool { details.contains(beginningOf: content) }

  private static let details = OpeningTable([
    "/Applications/Xcode", "/bin/sh -c ", "Target '", "builtin-", "cd /", "export ", "setenv ",
    "write-file ", "\u{279C} Explicit dependency on ", "\u{279C} Implicit dependency on ",
  ])

  private static let table = OpeningTable(kinds)

  private static let kinds: [StaticString] = [
    "AIModelCompile", "Analyze", "AnalyzeSSAF", "AnalyzeShallow", "AppExtensionPListGenerator",
    "AppIntentsSSUTraining", "AssembleObjectLibrary", "BuildInstrumentsPackage", "CSResourcesCopy",
    "Check", "CheckSwiftABI", "ClangCachingKeyQuery", "ClangCachingMaterializeKey",
    "ClangCachingOutputMaterializer", "ClangStatCache", "Clean.Remove", "CodeSign",
    "CodeSignAndCopy", "CompileAssetCatalog", "CompileAssetCatalogVariant", "CompileC",
    "CompileDTraceScript", "CompileDocumentation", "CompileMetalFile", "CompileRealityAssets",
    "CompileSceneKitShaders", "CompileSkybox", "CompileStoryboard", "CompileSwift",
    "CompileSwiftSources", "CompileXCStrings", "CompileXIB",
    "ComputePackagePrebuildTargetDependencyGraph", "ComputeTargetDependencyGraph",
    "ConstructStubExecutorLinkFileList", "ConvertIconsetFile", "ConvertSDKDBToSymbolGraph", "Copy",
    "CopyAppExtensionPoints", "CopyPNGFile", "CopyPlistFile", "CopyPng", "CopySceneKitAssets",
    "CopyStringsFile", "CopySwiftLibs", "CopyTiffFile", "CoreMLModelCompile", "CpHeader",
    "CpResource", "CreateBuildDescription", "CreateBuildDirectory", "CreateBuildOperation",
    "CreateBuildRequest", "CreateUniversalBinary", "CustomTask", "DataModelCompile", "Diff",
    "EmitSwiftModule", "ExecuteExternalTool", "ExtensionPointExtractor", "ExtractAPI",
    "ExtractAppIntentsMetadata", "ExtractSwiftAPI", "Gate", "GatherProvisioningInputs",
    "GenerateAppPlaygroundAssetCatalog", "GenerateAssetSymbols", "GenerateDSYMFile",
    "GenerateEmbedInCodeAccessor", "GenerateSwiftABIBaseline", "GenerateTAPI",
    "GenerateTestEntryPoint", "GenerateTextureAtlas", "GenerateVerifyModuleInput", "Iig",
    "IntentDefinitionCodegen", "IntentDefinitionCompile", "Ld", "Lex", "Libtool",
    "LinkAssetCatalog", "LinkAssetCatalogSignature", "LinkEntity", "LinkStoryboards", "Linting",
    "MappingModelCompile", "MergeSwiftModule", "MergeTAPI", "MetalLink", "Mig", "MkDir",
    "OSACompile", "PBXCp", "PhaseScriptExecution", "PrecompileModule", "PrelinkedObjectLink",
    "Preprocess", "ProcessInfoPlistFile", "ProcessPCH", "ProcessPCH++", "ProcessProductPackaging",
    "ProcessProductPackagingDER", "ProcessSDKImports", "ProcessXCFramework",
    "ReferenceObjectCompile", "RegisterExecutionPolicyException", "RegisterWithLaunchServices",
    "Rename", "ResMergerCollector", "ResMergerProduct", "Rez", "ScanDependencies",
    "SendProjectDescription", "SetMode", "SetOwnerAndGroup", "SignatureCollection", "Strip",
    "StripNIB", "StripStoryboard", "SwiftAutolinkExtract", "SwiftCachingKeyMaterializer",
    "SwiftCachingKeyQuery", "SwiftCachingOutputMaterializer", "SwiftCompile", "SwiftDriver",
    "SwiftDriverJobDiscovery", "SwiftEmitModule",
    "SwiftExplicitDependencyCompileModuleFromInterface", "SwiftExplicitDependencyGeneratePcm",
    "SwiftGeneratePch", "SwiftMergeGeneratedHeaders", "SwiftMigrate",
    "SwiftVerifyEmittedModuleInterface", "SymLink", "TiffUtil", "Touch", "Unifdef", "Validate",
    "ValidateAppShortcutStringsMetadata", "ValidateDevelopmentAssets", "ValidateEmbeddedBinary",
    "VerifyModule", "WriteAuxiliaryFile", "WriteAuxiliaryFiles", "Yacc", "builtin-copy",
  ]
}
