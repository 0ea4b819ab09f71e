import FileSystem
import LocalState
import Synchronization

/// The results that the last runs of a checkout used, by step, in one file: opening one file per
/// step would take longer than everything else that an up-to-date step needs.
///
/// It is a copy of data in the store, so losing it does no harm. A result from here is used only if
/// its files are in place; otherwise the store is asked.
final class RecentResults: Sendable {
  private struct Kept {
    var key: String
    var entry: StepStore.Entry
    /// The text of the entry in the store.
    var text: ArraySlice<UInt8>
  }

  private struct State {
    var kept: [String: Kept]
    var hasChanged = false
  }

  private let file: SealedFile
  private let state: Mutex<State>

  init(_ store: StepStore) {
    file = SealedFile(.recentResults, in: store.root, key: store.key)
    state = Mutex(State(kept: Self.read(file.read(limit: 256 << 20) ?? [])))
  }

  /// Returns a step's result; `nil` when the step has none with this key.
  func entry(_ key: String, of step: String) -> StepStore.Entry? {
    guard let kept = state.withLock({ $0.kept[step] }), kept.key == key else { return nil }
    return kept.entry
  }

  /// Records the current result of a step.
  func use(_ entry: StepStore.Entry, _ key: String, of step: String) {
    state.withLock { state in
      state.kept[step] = Kept(key: key, entry: entry, text: Array(entry.text.utf8)[...])
      state.hasChanged = true
    }
  }

  /// Stores the results for later runs; a failure only costs time.
  /// - Parameter steps: The steps that still exist.
  func save(steps: Set<String>) {
    let text = state.withLock { state -> [UInt8]? in
      guard state.hasChanged else { return nil }
      var text: [UInt8] = []
      for (step, kept) in state.kept.sorted(by: { $0.key < $1.key })
      where steps.contains(step) && !step.utf8.contains(UInt8(ascii: "\n")) {
        text += Array("step\t\(kept.key)\t\(step)\n".utf8) + kept.text
      }
      return text
    }
    guard let text else { return }
    try? file.write(text)
  }

  /// Parses the lines of each step up to its `end`.
  private static func read(_ bytes: ArraySlice<UInt8>) -> [String: Kept] {
    var kept: [String: Kept] = [:]
    var open: (step: String, key: String, start: Int)?
    var rest = bytes
    while !rest.isEmpty {
      var line = rest.removeFirst(through: UInt8(ascii: "\n"))
      if line.first == UInt8(ascii: "s"), line.starts(with: "step\t".utf8) {
        line.removeFirst(through: UInt8(ascii: "\t"))
        let key = line.removeFirst(through: UInt8(ascii: "\t"))
        open = (
          String(decoding: line, as: UTF8.self), String(decoding: key, as: UTF8.self),
          rest.startIndex
        )
      } else if line.first == UInt8(ascii: "e"), line.elementsEqual("end".utf8), let step = open {
        let text = bytes[step.start..<rest.startIndex]
        if let entry = StepStore.Entry(text: text) {
          kept[step.step] = Kept(key: step.key, entry: entry, text: text)
        }
        open = nil
      }
    }
    return kept
  }
}
