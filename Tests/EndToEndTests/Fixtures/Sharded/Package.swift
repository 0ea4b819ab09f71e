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

// Indexing the toolchain's modules takes half the time of a clean build.
for target in package.targets {
  target.swiftSettings = [.unsafeFlags(["-index-ignore-system-modules"])]
}
