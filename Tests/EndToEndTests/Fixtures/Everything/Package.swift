// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "everything",
  targets: [
    .target(name: "Demo"),
    .testTarget(name: "DemoTests", dependencies: ["Demo"]),
  ]
)

// Indexing the toolchain's modules takes half the time of a clean build.
for target in package.targets {
  target.swiftSettings = [.unsafeFlags(["-index-ignore-system-modules"])]
}
