/// Compiles a parsed pattern to a program, from its end to its beginning.
struct ProgramCompiler {
  private var program = Program()
  private var sets: [ScalarSet]
  private var setNumbers: [ScalarSet: Int32]
  /// Offset of the innermost quantifier, for errors.
  private var offset = 0
  private var loops = 0

  /// A program and the sets it refers to.
  struct Output {
    var program: Program
    var sets: [ScalarSet]
  }

  /// - Parameter sets: The sets of earlier programs of the same pattern; new ones are appended.
  static func compile(
    _ node: PatternNode, isReversed: Bool = false, sets: [ScalarSet]
  ) throws(PatternError) -> Output {
    var compiler = ProgramCompiler(sets)
    compiler.program.isReversed = isReversed
    let match = try compiler.add(.match)
    let start = try compiler.compile(node, before: match)
    let loop = try compiler.add(.match)
    let any = try compiler.add(.scalar(set: compiler.number(of: .any), next: loop))
    compiler.program.instructions[Int(loop)] = .split(first: start, second: any)
    compiler.program.start = start
    compiler.program.searchStart = loop
    if !compiler.program.copies.isEmpty { compiler.pad(to: compiler.program.instructions.count) }
    return Output(program: compiler.program, sets: compiler.sets)
  }

  private init(_ sets: [ScalarSet]) {
    self.sets = sets
    setNumbers = Dictionary(uniqueKeysWithValues: zip(sets, (0 as Int32)...))
  }

  private mutating func add(_ instruction: Instruction) throws(PatternError) -> Int32 {
    guard program.instructions.count < Program.maximumSize else {
      throw .tooLarge(
        "it has more than \(Program.maximumSize) steps after its repetitions are expanded",
        at: offset)
    }
    program.instructions.append(instruction)
    return Int32(program.instructions.count - 1)
  }

  private mutating func number(of set: ScalarSet) -> Int32 {
    if let number = setNumbers[set] { return number }
    let number = Int32(sets.count)
    sets.append(set)
    setNumbers[set] = number
    return number
  }

  /// Returns the first instruction of the node; after it, the program continues at `next`.
  private mutating func compile(
    _ node: PatternNode, before next: Int32
  ) throws(PatternError) -> Int32 {
    switch node {
    case .empty:
      return next
    case .set(let set):
      return try add(.scalar(set: number(of: set), next: next))
    case .sequence(let nodes):
      var start = next
      for index in nodes.indices {
        let node = program.isReversed ? nodes[index] : nodes[nodes.count - 1 - index]
        start = try compile(node, before: start)
      }
      return start
    case .alternatives(let nodes):
      var start: Int32?
      for node in nodes.reversed() {
        let branch = try compile(node, before: next)
        start =
          if let later = start { try add(.split(first: branch, second: later)) } else { branch }
      }
      return start ?? next
    case .repetition(let body, let minimum, let maximum, let isGreedy, let offset):
      let outer = self.offset
      self.offset = offset
      defer { self.offset = outer }
      return try compile(body, minimum, maximum, isGreedy, before: next)
    case .group(let body, let number):
      if program.isReversed { return try compile(body, before: next) }
      let end = try add(.save(slot: Int32(2 * number + 1), next: next))
      return try add(.save(slot: Int32(2 * number), next: compile(body, before: end)))
    case .assertion(let assertion):
      return try add(.assertion(assertion, next: next))
    case .lookaround(_, let kind):
      program.hasLookarounds = true
      return try add(
        .lookaround(index: Int32(kind.number), isNegated: kind.isNegated, next: next))
    }
  }

  private mutating func compile(
    _ body: PatternNode, _ minimum: Int, _ maximum: Int?, _ isGreedy: Bool, before next: Int32
  ) throws(PatternError) -> Int32 {
    var start = next
    if let maximum {
      var first = program.instructions.count
      var original: Int?
      for left in 0..<max(0, maximum - minimum) {
        let inner = try compile(body, before: start)
        // Repeating a body without instructions adds none.
        if inner == start { break }
        start = try add(split(inner, next, isGreedy))
        original = noteCopy(from: first, of: original, left: left)
        first = program.instructions.count
      }
    } else {
      start = try loop(body, isGreedy, before: next)
    }
    for _ in 0..<minimum {
      let inner = try compile(body, before: start)
      if inner == start { break }
      start = inner
    }
    return start
  }

  /// Records that the latest instructions are a copy; those already recorded as copies stay so.
  ///
  /// - Parameter original: The number of its first original; `nil` for the first copy.
  /// - Returns: The number of its first original.
  private mutating func noteCopy(from first: Int, of original: Int?, left: Int) -> Int {
    let end = program.instructions.count
    let known = original ?? program.originalCount
    if original == nil { program.originalCount += end - first }
    pad(to: end)
    for index in first..<end where program.copies[index] == nil {
      program.copies[index] = Program.Copy(
        original: Int32(known + index - first), left: Int32(left))
    }
    return known
  }

  private mutating func pad(to count: Int) {
    program.copies += repeatElement(nil, count: max(0, count - program.copies.count))
  }

  private func split(_ body: Int32, _ exit: Int32, _ isGreedy: Bool) -> Instruction {
    isGreedy ? .split(first: body, second: exit) : .split(first: exit, second: body)
  }

  private mutating func loop(
    _ body: PatternNode, _ isGreedy: Bool, before next: Int32
  ) throws(PatternError) -> Int32 {
    let head = try add(.match)
    guard body.isNullable else {
      let inner = try compile(body, before: head)
      program.instructions[Int(head)] = split(inner, next, isGreedy)
      return head
    }
    let depth = Int32(loops)
    loops += 1
    defer { loops -= 1 }
    program.loopDepth = max(program.loopDepth, loops)
    let exit = try add(.loopExit(depth: depth, next: next))
    let end = try add(.iterationEnd(depth: depth, again: head, exit: exit))
    let inner = try add(.iterationStart(depth: depth, next: compile(body, before: end)))
    program.instructions[Int(head)] = split(inner, exit, isGreedy)
    return head
  }
}
