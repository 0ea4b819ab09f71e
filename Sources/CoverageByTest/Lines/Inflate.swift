/// Decompresses zlib data (RFC 1950 and 1951), which LLVM uses for the file names of a coverage
/// map.
struct Inflate {
  private let input: UnsafeRawBufferPointer
  private var position = 0
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let size: Int

  /// The input is truncated or not valid zlib data.
  struct Malformed: Error {}

  /// - Parameter size: The size of the result in bytes; any other size is an error.
  static func zlib(_ input: UnsafeRawBufferPointer, size: Int) throws(Malformed) -> [UInt8] {
    guard input.count > 2, input[0] & 0x0F == 8, input[1] & 0x20 == 0 else { throw Malformed() }
    var inflate = Inflate(UnsafeRawBufferPointer(rebasing: input[2...]), size: size)
    try inflate.run()
    return inflate.output
  }

  private init(_ input: UnsafeRawBufferPointer, size: Int) {
    self.input = input
    self.size = size
    output.reserveCapacity(min(size, 1 << 24))
  }

  private mutating func run() throws(Malformed) {
    while true {
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0: try stored()
      case 1: try block(Inflate.fixedLiterals, Inflate.fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try block(literals, distances)
      default: throw Malformed()
      }
      if isLast { break }
    }
    guard output.count == size else { throw Malformed() }
  }

  private mutating func take(_ count: Int) throws(Malformed) -> Int {
    while bitCount < count {
      guard position < input.count else { throw Malformed() }
      bits |= UInt64(input[position]) << UInt64(bitCount)
      position += 1
      bitCount += 8
    }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func append(_ byte: UInt8) throws(Malformed) {
    guard output.count < size else { throw Malformed() }
    output.append(byte)
  }

  private mutating func stored() throws(Malformed) {
    _ = try take(bitCount % 8)
    let length = try take(16)
    guard try take(16) == ~length & 0xFFFF else { throw Malformed() }
    for _ in 0..<length { try append(UInt8(try take(8))) }
  }

  // MARK: Codes

  /// A canonical Huffman code: the number of codes of each length, and their symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: some Collection<Int>) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
      }
    }
  }

  private static let fixedLiterals = Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Code((0..<30).map { _ in 5 })

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let codeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func symbol(_ code: Code) throws(Malformed) -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Malformed()
  }

  private mutating func codes() throws(Malformed) -> (Code, Code) {
    let literals = try take(5) + 257
    let distances = try take(5) + 1
    let given = try take(4) + 4
    var order = [Int](repeating: 0, count: 19)
    for index in 0..<given { order[Inflate.codeOrder[index]] = try take(3) }
    let code = Code(order)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      switch try symbol(code) {
      case 16:
        guard let last = lengths.last else { throw Malformed() }
        lengths += [Int](repeating: last, count: 3 + (try take(2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + (try take(3)))
      case 18: lengths += [Int](repeating: 0, count: 11 + (try take(7)))
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == literals + distances else { throw Malformed() }
    return (Code(lengths[..<literals]), Code(lengths[literals...]))
  }

  private mutating func block(_ literals: Code, _ distances: Code) throws(Malformed) {
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        try append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      let index = symbol - 257
      guard index < 29 else { throw Malformed() }
      let extra = index < 8 || index == 28 ? 0 : (index - 4) / 4
      let length = Inflate.lengthBases[index] + (try take(extra))
      let far = try self.symbol(distances)
      guard far < 30 else { throw Malformed() }
      let distance = Inflate.distanceBases[far] + (try take(far < 4 ? 0 : far / 2 - 1))
      guard distance <= output.count else { throw Malformed() }
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }
}
