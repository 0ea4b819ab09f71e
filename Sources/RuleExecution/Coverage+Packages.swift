package import CIModel

extension Coverage {
  /// Whether data was lost, not only left out on purpose.
  private var isLossy: Bool { isPartial && isSelection != true }

  /// Adds the coverage of another package of the same repository.
  package func adding(_ other: Coverage) -> Coverage {
    var sum = self
    sum.isPartial = isPartial || other.isPartial
    sum.isSelection =
      sum.isPartial && !isLossy && !other.isLossy ? true : nil
    sum.totals.lines = totals.lines + other.totals.lines
    sum.totals.functions = totals.functions + other.totals.functions
    sum.totals.regions = totals.regions + other.totals.regions
    if let own = totals.otherLines, let others = other.totals.otherLines {
      sum.totals.otherLines = own + others
    }
    sum.files = (files + other.files).sorted { $0.path < $1.path }
    if let others = other.targets {
      sum.targets = ((targets ?? []) + others).sorted { $0.path < $1.path }
    }
    for exclusion in other.excluded {
      if let index = sum.excluded.firstIndex(where: { $0.reason == exclusion.reason }) {
        sum.excluded[index].add(exclusion)
      } else {
        sum.excluded.append(exclusion)
      }
    }
    sum.excluded.sort { $0.reason < $1.reason }
    return sum
  }
}
