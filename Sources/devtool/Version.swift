import PipelineConfig

/// The version of devtool, as `devtool --version` prints it and records keep it.
enum Version {
  static let current = "0.1.0"
  /// The repository on GitHub that has the releases; its owner is `OWNER` until there is one.
  static let repository = "OWNER/devtool"

  private static let releases = "https://github.com/\(repository)/releases"
  /// The base URL of the release files of this version.
  static let release = "\(releases)/download/v\(current)"
  static let tool = ReadingTool(
    version: current, update: "curl -fsSL \(releases)/latest/download/install.sh | sh")
}
