import Core

public func sample() -> [Int] {
  [1, 3, 4]
}
