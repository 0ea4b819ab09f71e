import CIModel

extension TestCase {
  /// Whether the test fails the run and the change may have broken it.
  var isNewFailure: Bool { failsTheRun && earlier?.isNewFailure == true }
}

extension Sequence {
  /// Returns new elements before the others; each part keeps its order.
  func newFirst(_ isNew: (Element) -> Bool) -> [Element] {
    var new: [Element] = []
    var known: [Element] = []
    for element in self {
      if isNew(element) { new.append(element) } else { known.append(element) }
    }
    return new + known
  }
}
