/// The subtraction of counters that LLVM derives for the loop wraps around below zero.
public func firstEven(_ numbers: [Int]) -> Int? {
  for number in numbers where number % 2 == 0 {
    return number
  }
  return nil
}

public func firstNegative(_ numbers: [Int]) -> Int? {
  for number in numbers where number < 0 { return number }
  return nil
}
