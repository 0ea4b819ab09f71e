// swift-tools-version: 6.0
import PackageDescription

// The ways in which tests that pass alone make each other fail. In each class and suite the second test
// is the victim of the first.
let package = Package(
  name: "interfering",
  targets: [
    .testTarget(name: "LegacyTests"),
    .testTarget(name: "ModernTests"),
  ]
)
