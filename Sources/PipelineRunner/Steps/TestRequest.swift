import CIModel
import PipelineConfig
import ProcessExecution
import TestExecution

/// Translates the options of a `swift-test` step for the test runner.
struct TestRequest {
  let options: SwiftTestOptions
  /// Number of seconds after which a running test is reported as slow; `nil` reports none.
  let slowSeconds: Double?
  /// Whether every test runs in its own process.
  var isIsolated = false

  /// The settings of the run; a random order without a seed gets one.
  var settings: TestSettings {
    var settings = TestSettings()
    settings.workers = options.workers ?? processorCount()
    settings.retries = options.retries ?? 0
    settings.timeout = options.testTimeout
    let silence = options.testIdleTimeout ?? SwiftTestOptions.longestTestSilence
    settings.idleTimeout = silence == .zero ? nil : silence
    settings.repetitions = options.repetitions
    settings.stressDuration = options.stressDuration
    settings.maxFailures = options.maxFailures
    settings.isIsolated = isIsolated
    settings.slowAfter = slowSeconds.map { .seconds($0) }
    if options.order == .random || (options.seed != nil && options.order == nil) {
      // Short enough to be typed.
      let seed = options.seed.map { UInt64(clamping: $0) } ?? UInt64.random(in: 0..<100_000_000)
      settings.order = .random(seed: seed)
    }
    return settings
  }

  var selection: TestSelection {
    var selection = TestSelection()
    selection.filter = options.filter.map(TestSelection.Pattern.init)
    selection.skip = options.skip.map(TestSelection.Pattern.init)
    return selection
  }

  var shard: Shard? { options.shard.flatMap { Shard($0.index, of: $0.count) } }

  /// The history scope of this step: the folder of the package and how it is built.
  static func historyScope(directory: String?, _ options: SwiftTestOptions) -> String {
    ([directory ?? ".", options.configuration.rawValue]
      + (options.sanitizer.map { [$0.rawValue] } ?? [])
      + (options.coverage ? ["coverage"] : [])).joined(separator: " ")
  }

  /// The history scope for shards; separate, so that a shard does not change how the tests of the
  /// other shards are split.
  static func shardedScope(directory: String?, _ options: SwiftTestOptions) -> String {
    historyScope(directory: directory, options) + " sharded"
  }
}
