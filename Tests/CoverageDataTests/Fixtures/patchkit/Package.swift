// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "PatchKit",
  targets: [
    .target(name: "Kit"),
    .testTarget(name: "KitTests", dependencies: ["Kit"]),
  ])
