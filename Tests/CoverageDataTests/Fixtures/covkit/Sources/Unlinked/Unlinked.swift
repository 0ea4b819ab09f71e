public func unlinked() -> Int {
  let one = 1
  return one
}
