// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "CovKit",
  targets: [
    .target(name: "Core"),
    .target(name: "Unlinked"),
    .executableTarget(name: "covkit-tool", dependencies: ["Core"]),
    .target(name: "Helpers", dependencies: ["Core"], path: "Tests/Helpers"),
    .testTarget(name: "CoreTests", dependencies: ["Core", "Helpers"]),
  ]
)

// Indexing the toolchain's modules takes half the time of a clean build.
for target in package.targets {
  target.swiftSettings = [.unsafeFlags(["-index-ignore-system-modules"])]
}
