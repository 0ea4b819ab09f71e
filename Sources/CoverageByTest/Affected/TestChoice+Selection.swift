package import CIModel
package import TestExecution

extension TestChoice {
  package init(_ selection: AffectedTests.Selection, step: String, _ product: TestProduct) {
    switch selection {
    case .everything(let reason):
      self.init(step: step, everything: reason, chosen: [], notRun: [])
    case .some(let reasons):
      let ids = Set(product.ids)
      self.init(
        step: step, everything: nil,
        chosen: reasons.sorted { $0.key < $1.key }.map { Chosen(test: $0.key, reason: $0.value) },
        notRun: ids.subtracting(reasons.keys).sorted())
    }
  }
}

extension AffectedTests.Selection {
  /// The tests to run; `nil` means all.
  package var ids: Set<String>? {
    switch self {
    case .everything: nil
    case .some(let reasons): Set(reasons.keys)
    }
  }
}
