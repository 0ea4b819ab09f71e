import CIModel

/// Adds completed multi-line reports to the facts.
extension LogFolder {
  mutating func endSanitizer() {
    guard let block = sanitizer else { return }
    sanitizer = nil
    for fault in block.faults {
      let reason = fault.reason.behind("Sanitizer: ") ?? fault.reason
      let form = WarningShape.shape(of: reason)
      let symbol = fault.symbol.map(SymbolName.readable)
      let other = fault.other.map(SymbolName.readable)
      warnings.add(
        block.category,
        shape: form + (symbol.map { " in \($0)" } ?? ""),
        identifiers: Set([symbol, other].compactMap { $0 }).sorted(), test: block.test,
        file: fault.file.map(shorten), line: fault.line,
        message: form == reason ? nil : reason)
    }
  }

  mutating func endMainThread() {
    guard let block = mainThread else { return }
    mainThread = nil
    defer { lastMainThread = block }
    if block.isCopy, let last = lastMainThread, !last.isCopy, last.shape == block.shape { return }
    warnings.add(
      RuntimeWarningCategory.mainThreadChecker, shape: block.shape,
      identifiers: block.identifiers, test: block.test)
  }

  mutating func endLayout() {
    guard let block = layout else { return }
    layout = nil
    warnings.add(
      RuntimeWarningCategory.autoLayout, shape: block.shape, identifiers: block.identifiers,
      test: block.test)
  }

  mutating func endDeviceReport() {
    guard let block = deviceReport else { return }
    deviceReport = nil
    if block.isCrash { crashes.report(block) }
  }
}
