/// The keys that `swift-test` and the top-level `tests:` share.
enum TestKeys {
  static let retries = KeySpec(
    "retries", .integer(0...100), "Maximum number of times a failed test runs again.", example: "1",
    synonyms: ["retry", "reruns", "rerun"])

  static let timeout = KeySpec(
    "timeout", .duration, "Time limit of each test.", example: "60s",
    synonyms: ["test-timeout", "per-test-timeout"])

  static let idleTimeout = KeySpec(
    "idle-timeout", .durationOrNever,
    "Stops the tests when none has finished or printed anything for this long; 10m by "
      + "default.",
    example: "5m", synonyms: ["no-progress-timeout", "hang-timeout"])

  static let cleanRoom = KeySpec(
    "clean-room", .boolean, "Gives the tests an empty home folder of their own.", example: "true",
    synonyms: ["cleanroom", "isolated-home"])

  static let order = KeySpec(
    "order",
    .word(Vocabulary(["listed", "random"], hints: ["shuffle": "random", "true": "random"])),
    "Order in which tests run.", example: "random")
}
