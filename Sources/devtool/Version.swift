/// The version of devtool, as `devtool --version` prints it and records keep it.
enum Version {
  static let current = "0.1.0"
}
