// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "everything",
  targets: [
    .target(name: "Demo"),
    .testTarget(name: "DemoTests", dependencies: ["Demo"]),
  ]
)
