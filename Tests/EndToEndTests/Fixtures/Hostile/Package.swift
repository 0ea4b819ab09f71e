// swift-tools-version: 6.0
import PackageDescription

// Every way in which a test can hurt its runner.
let package = Package(
  name: "hostile",
  targets: [
    .target(name: "Hostile"),
    .testTarget(name: "LegacyTests", dependencies: ["Hostile"]),
    .testTarget(name: "ModernTests", dependencies: ["Hostile"]),
  ]
)

// Indexing the toolchain's modules takes half the time of a clean build.
for target in package.targets {
  target.swiftSettings = [.unsafeFlags(["-index-ignore-system-modules"])]
}
