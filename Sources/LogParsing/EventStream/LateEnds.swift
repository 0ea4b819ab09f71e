/// Recognizes the ends of tests that Swift Testing reports late.
///
/// Up to Swift 6.3, a test without parameters reports its end in a task of its own. Tests that keep
/// every thread busy delay these tasks: first the waiting tests run, one after the other, and then all
/// their ends are reported in a burst. How long each of them took is not known.
///
/// Tests that only wait, for a timer or a server, also end in silence. They use hardly any processor
/// time meanwhile, and their ends are reported when they happen.
///
/// Source: `Runner.swift` in swift-testing 6.3; `EncodedEvent.swift` in 6.4 reports the times of the
/// only case instead.
struct LateEnds {
  /// Maximum number of tests that run at once.
  private let width: Int
  /// The tests whose ends were reported one right after the other, and that had started before.
  private var burst: [Int] = []
  private var burstBegan = 0.0
  /// Time of the last start or end of a test, in seconds.
  private var last: Double?
  /// Time in seconds before the burst in which no test started or ended.
  private var silence = 0.0
  private var wasBusy = false
  /// Processor time in seconds that the process has used since the burst began.
  private var used = 0.0

  init(width: Int) { self.width = width }

  /// Whether the ends that are being reported are late.
  var isBurst: Bool { wasBusy && burst.count > width }

  mutating func use(processorSeconds: Double) { used += processorSeconds }

  /// Records the time of the start or end of a test.
  mutating func event(at instant: Double) {
    defer { last = max(last ?? instant, instant) }
    guard let last, instant - last >= max(0.01, silence / 10) else { return }
    silence = instant - last
    // Other processes may take most of the processor time.
    wasBusy = silence >= 0.05 && used >= 0.1 * silence * Double(width)
    burst = []
    burstBegan = instant
    used = 0
  }

  /// Records the end of a test; returns the tests of the burst that just turned out to be one.
  mutating func end(_ test: Int, announcedAt: Double) -> [Int] {
    // From 6.4 on, a test reports its start when it begins.
    guard announcedAt < burstBegan else { return [] }
    burst.append(test)
    return burst.count == width + 1 && wasBusy ? burst : []
  }
}
