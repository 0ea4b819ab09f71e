// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "sharded",
  targets: [
    .target(name: "Kit"),
    .executableTarget(name: "tool", dependencies: ["Kit"]),
    .testTarget(name: "KitTests", dependencies: ["Kit", "tool"]),
  ]
)
