import ArgumentParser
import CoverageData

/// Coverage data from outside of devtool's runs.
struct CoverageDataOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: .file("Read this LCOV tracefile; several are merged."),
    completion: .file())
  var lcov: [String] = []

  @Option(
    parsing: .singleValue,
    help: .file("Read this Cobertura report; several are merged."),
    completion: .file())
  var cobertura: [String] = []

  @Option(
    parsing: .singleValue,
    help: .file("Read this output of `llvm-cov export`; several are merged."),
    completion: .file())
  var llvmJson: [String] = []

  @Option(
    parsing: .singleValue,
    help: .file("Read this profile (.profraw or .profdata); needs --object. Several are merged."),
    completion: .file())
  var profdata: [String] = []

  @Option(
    parsing: .singleValue,
    help: .file("Read the profiles with this binary. Repeatable."),
    completion: .file())
  var object: [String] = []

  var isEmpty: Bool { files.isEmpty && profdata.isEmpty && object.isEmpty }

  var files: [CoverageFiles.Source] {
    lcov.map { .init(.lcov, Workspace.absolute($0)) }
      + cobertura.map { .init(.cobertura, Workspace.absolute($0)) }
      + llvmJson.map { .init(.llvmJSON, Workspace.absolute($0)) }
  }
  var profiles: [String] { profdata.map(Workspace.absolute) }
  var objects: [String] { object.map(Workspace.absolute) }

  func check() throws {
    if profdata.isEmpty != object.isEmpty {
      throw ValidationError("--profdata and --object require each other")
    }
    if !profdata.isEmpty, !files.isEmpty {
      throw ValidationError("profiles cannot be merged with other formats; name only one kind")
    }
  }
}
