/// `%20` and its like as what they stand for.
func withoutPercentEncoding(_ address: String) -> String {
  guard address.contains("%") else { return address }
  var bytes: [UInt8] = []
  var rest = Array(address.utf8)[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), rest.count >= 2,
      let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
    {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
