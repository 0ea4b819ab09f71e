/// The node tree of a YAML file and all of its YAML errors.
package struct ParsedDocument: Hashable, Sendable {
  /// `nil` when the file contains only comments, or when it could not be read to the end.
  package var root: Node?
  /// Sorted by position. After errors that do not stop the parser (a duplicate key, a tag, an alias
  /// without an anchor), `root` is still set, so that more can be checked.
  package var errors: [ParseError]

  package init(parsing bytes: [UInt8], limits: Limits = Limits()) {
    do throws(ParseError) {
      let text = try TextCheck.text(of: bytes, limits: limits)
      // An empty buffer has no address, and libyaml asserts that there is one.
      if text.isEmpty {
        root = nil
        errors = []
        return
      }
      var composer = Composer(limits: limits)
      let table = LineTable(text)
      let fatal = text.withUnsafeBufferPointer { buffer -> ParseError? in
        do throws(ParseError) {
          var reader = try EventReader(buffer, table: table)
          while try composer.take(reader.next()) {}
          return nil
        } catch {
          return error
        }
      }
      root = fatal == nil ? composer.root : nil
      errors = (composer.errors + (fatal.map { [$0] } ?? [])).sorted { $0.range < $1.range }
    } catch {
      root = nil
      errors = [error]
    }
  }
}
