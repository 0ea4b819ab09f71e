// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "devtool",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "devtool", targets: ["devtool"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // System libraries
    .target(name: "CLibgit2", dependencies: ["Libgit2"]),
    .systemLibrary(
      name: "CLibyaml", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "Libgit2", pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),

    // The pages of docs
    .target(name: "CDocumentation"),

    // System calls that Swift cannot reach
    .target(name: "CPlatform"),

    // Modules, in the order in which they may depend on each other
    .target(name: "CIModel"),
    .target(name: "FileSystem", dependencies: ["CIModel", "CPlatform"]),
    .target(name: "HTTPTransport", dependencies: ["CPlatform", "FileSystem"]),
    .target(name: "Patterns"),
    .target(name: "SourceCode", dependencies: ["CIModel"]),
    .target(name: "CIServices", dependencies: ["CIModel"]),
    .target(name: "Expressions", dependencies: ["CIModel", "Patterns"]),
    .target(name: "CIRules", dependencies: ["CIModel", "Expressions", "Patterns", "SourceCode"]),
    .target(
      name: "FileWatching",
      dependencies: [
        "CIModel", "FileSystem", "GitHistory", "PipelineConfig", "ProcessExecution", "StepCache",
        "TerminalUI",
      ]),
    .target(name: "GitHistory", dependencies: ["CIModel", "CLibgit2", "FileSystem"]),
    .target(name: "LocalState", dependencies: ["FileSystem", "ProcessExecution"]),
    .target(name: "LogParsing", dependencies: ["CIModel", "Patterns"]),
    .target(name: "ProcessExecution", dependencies: ["CIModel", "CPlatform", "FileSystem"]),
    .target(name: "RunHistory", dependencies: ["CIModel"]),
    .target(name: "Reporters", dependencies: ["CIModel", "FileSystem", "RunHistory"]),
    .target(name: "SecretMasking", dependencies: ["CIModel"]),
    .target(
      name: "RunStorage",
      dependencies: [
        "CIModel", "CSQLite", "FileSystem", "LocalState", "ProcessExecution", "RunHistory",
      ]),
    .target(
      name: "SwiftPackage",
      dependencies: ["CPlatform", "FileSystem", "LocalState", "ProcessExecution"]),
    .target(name: "YAMLDocument", dependencies: ["CLibyaml"]),
    .target(
      name: "CoverageData",
      dependencies: [
        "CIModel", "FileSystem", "LocalState", "ProcessExecution", "SourceCode", "SwiftPackage",
      ]),
    .target(
      name: "CoverageByTest",
      dependencies: [
        "CIModel", "CoverageData", "FileSystem", "GitHistory", "LocalState", "ProcessExecution",
        "RunStorage", "SourceCode", "StepCache", "SwiftPackage", "TestExecution",
      ]),
    .target(
      name: "CodeReview",
      dependencies: ["CIModel", "CIServices", "FileSystem", "HTTPTransport", "Reporters"]),
    .target(
      name: "ConfigImport",
      dependencies: ["CIModel", "Expressions", "FileSystem", "YAMLDocument"]),
    .target(
      name: "PipelineConfig",
      dependencies: ["CIModel", "CIRules", "Expressions", "SecretMasking", "YAMLDocument"]),
    .target(
      name: "TestExecution",
      dependencies: [
        "CIModel", "FileSystem", "GitHistory", "LocalState", "LogParsing", "Patterns",
        "ProcessExecution", "RunHistory", "SourceCode", "SwiftPackage",
      ]),
    .target(
      name: "StepCache",
      dependencies: [
        "CIModel", "FileSystem", "HTTPTransport", "LocalState", "ProcessExecution", "SwiftPackage",
      ]),
    .target(
      name: "RunEvents",
      dependencies: ["CIModel", "FileSystem", "LogParsing", "PipelineConfig", "ProcessExecution"]),
    .target(
      name: "RuleExecution",
      dependencies: [
        "CIModel", "CIRules", "CoverageData", "Expressions", "FileSystem", "GitHistory",
        "LocalState", "Patterns", "PipelineConfig", "ProcessExecution", "RunEvents",
        "RunStorage", "SecretMasking",
      ]),
    .target(
      name: "PipelineRunner",
      dependencies: [
        "CIModel", "CIRules", "CPlatform", "CoverageByTest", "CoverageData", "Expressions",
        "FileSystem", "GitHistory", "HTTPTransport", "LocalState", "LogParsing", "Patterns",
        "PipelineConfig", "ProcessExecution", "RuleExecution", "RunEvents",
        "RunHistory", "RunStorage", "SecretMasking", "StepCache", "SwiftPackage", "TestExecution",
      ]),
    .target(
      name: "RunExchange",
      dependencies: [
        "CIModel", "CIRules", "CoverageByTest", "CoverageData", "FileSystem", "GitHistory",
        "LocalState", "LogParsing", "ProcessExecution", "Reporters", "RuleExecution", "RunStorage",
        "SecretMasking", "SwiftPackage",
      ]),
    .target(
      name: "ProjectSetup",
      dependencies: [
        "CIModel", "CIServices", "CLibgit2", "FileSystem", "GitHistory", "ProcessExecution",
        "SourceCode", "SwiftPackage",
      ]),
    .target(name: "ServiceExport", dependencies: ["CIModel", "PipelineConfig", "ProjectSetup"]),
    .target(
      name: "TerminalUI",
      dependencies: [
        "CIModel", "CIServices", "Expressions", "FileSystem", "LogParsing", "PipelineConfig",
        "PipelineRunner", "ProcessExecution", "Reporters", "RunEvents",
      ]),
    .target(name: "Documentation", dependencies: ["CDocumentation", "Reporters", "TerminalUI"]),
    .executableTarget(
      name: "devtool",
      dependencies: [
        "CIModel", "CIRules", "CIServices", "CPlatform", "CodeReview", "ConfigImport",
        "CoverageByTest", "CoverageData", "Documentation",
        "FileSystem", "FileWatching", "GitHistory", "LocalState", "LogParsing", "PipelineConfig",
        "PipelineRunner",
        "ProcessExecution", "ProjectSetup", "Reporters", "RuleExecution", "RunEvents",
        "RunExchange", "RunHistory", "RunStorage", "SecretMasking", "ServiceExport", "StepCache",
        "SwiftPackage",
        "TerminalUI", "TestExecution",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Tests
    .target(
      name: "TestSupport", dependencies: ["CIModel", "LocalState", "ProcessExecution"],
      path: "Tests/TestSupport"),
    .testTarget(name: "CIModelTests", dependencies: ["CIModel", "TestSupport"]),
    .testTarget(
      name: "CIRulesTests",
      dependencies: ["CIModel", "CIRules", "Patterns", "SourceCode", "TestSupport"],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(name: "CIServicesTests", dependencies: ["CIModel", "CIServices"]),
    .testTarget(
      name: "CodeReviewTests",
      dependencies: ["CIModel", "CodeReview", "HTTPTransport", "Reporters", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "ConfigImportTests",
      dependencies: ["CIModel", "CIRules", "ConfigImport", "PipelineConfig", "TestSupport"],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(
      name: "CoverageByTestTests",
      dependencies: ["CIModel", "CoverageByTest", "SwiftPackage", "SourceCode"]),
    .testTarget(
      name: "CoverageDataTests",
      dependencies: [
        "CIModel", "CIRules", "CoverageByTest", "CoverageData", "GitHistory", "ProcessExecution",
        "SwiftPackage",
        "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "DocumentationTests", dependencies: ["Documentation", "Reporters", "TerminalUI"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CIModel", "CIRules", "FileSystem", "FileWatching", "PipelineConfig", "PipelineRunner",
        "Reporters", "ServiceExport", "StepCache", "TestSupport", "devtool",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(name: "ExpressionsTests", dependencies: ["CIModel", "Expressions", "TestSupport"]),
    .testTarget(name: "FileSystemTests", dependencies: ["FileSystem", "TestSupport"]),
    .testTarget(name: "FileWatchingTests", dependencies: ["FileWatching"]),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "CIModel", "CIRules", "ConfigImport", "CoverageByTest", "CoverageData", "Expressions",
        "FileSystem", "GitHistory", "LogParsing", "Patterns", "PipelineConfig", "PipelineRunner",
        "Reporters", "RunExchange", "RunStorage", "SecretMasking", "StepCache", "SourceCode",
        "YAMLDocument",
      ],
      path: "Tests/Fuzzing", exclude: ["Found", "Seeds"]),
    .testTarget(
      name: "GitHistoryTests", dependencies: ["CIModel", "GitHistory", "TestSupport"]),
    .testTarget(
      name: "LogParsingTests", dependencies: ["CIModel", "LogParsing", "TestSupport"],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(
      name: "LocalStateTests", dependencies: ["FileSystem", "LocalState", "TestSupport"]),
    .testTarget(name: "PatternsTests", dependencies: ["Patterns", "TestSupport"]),
    .testTarget(
      name: "PipelineConfigTests",
      dependencies: ["CIModel", "Expressions", "PipelineConfig", "TestSupport", "YAMLDocument"],
      exclude: ["Fixtures", "Golden"]),
    .testTarget(
      name: "SecretMaskingTests", dependencies: ["CIModel", "SecretMasking", "TestSupport"]),
    .testTarget(
      name: "StepCacheTests",
      dependencies: ["FileSystem", "HTTPTransport", "LocalState", "StepCache", "TestSupport"]),
    .testTarget(
      name: "PipelineRunnerTests",
      dependencies: [
        "CIModel", "CIRules", "CoverageData", "Expressions", "FileSystem", "GitHistory",
        "LocalState", "PipelineConfig", "PipelineRunner", "ProcessExecution", "RuleExecution",
        "RunEvents", "RunHistory", "RunStorage", "StepCache", "SwiftPackage", "TestSupport",
      ]),
    .testTarget(
      name: "ProcessExecutionTests", dependencies: ["ProcessExecution", "TestSupport"]),
    .testTarget(
      name: "ProjectSetupTests",
      dependencies: ["CIModel", "CIServices", "FileSystem", "ProjectSetup", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "ReportersTests",
      dependencies: ["CIModel", "CIRules", "Reporters", "RunHistory", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "RunExchangeTests",
      dependencies: [
        "CIModel", "FileSystem", "Reporters", "RunExchange", "RunStorage", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(name: "RunHistoryTests", dependencies: ["CIModel", "RunHistory", "TestSupport"]),
    .testTarget(
      name: "ServiceExportTests",
      dependencies: ["CIModel", "PipelineConfig", "ProjectSetup", "ServiceExport", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(
      name: "RunStorageTests",
      dependencies: [
        "CIModel", "CIRules", "FileSystem", "LocalState", "RunEvents", "RunHistory", "RunStorage",
        "SwiftPackage", "TestSupport",
      ]),
    .testTarget(
      name: "TerminalUITests",
      dependencies: ["CIModel", "LogParsing", "RunEvents", "TerminalUI"]),
    .testTarget(
      name: "RunEventsTests",
      dependencies: [
        "CIModel", "LogParsing", "PipelineConfig", "RunEvents", "TestSupport",
      ]),
    .testTarget(
      name: "SwiftPackageTests",
      dependencies: [
        "CoverageData", "FileSystem", "LocalState", "PipelineRunner", "ProcessExecution",
        "StepCache", "SwiftPackage", "TestSupport",
      ]),
    .testTarget(name: "SourceCodeTests", dependencies: ["SourceCode"]),
    .testTarget(
      name: "TestExecutionTests",
      dependencies: [
        "CIModel", "FileSystem", "LocalState", "LogParsing", "ProcessExecution", "RunHistory",
        "SwiftPackage", "TestExecution", "TestSupport",
      ]),
    .testTarget(name: "YAMLDocumentTests", dependencies: ["TestSupport", "YAMLDocument"]),
  ],
  swiftLanguageModes: [.v6]
)

// The next language mode's features, so that adopting it changes nothing here.
for target in package.targets where target.type != .system && target.name != "CPlatform" {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
