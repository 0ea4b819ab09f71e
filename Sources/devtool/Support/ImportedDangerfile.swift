import CIModel
import ConfigImport
import FileSystem
import PipelineRunner
import TerminalUI

/// The Dangerfile of a folder and what could be read of it.
struct ImportedDangerfile {
  /// As the file is called.
  var name: String
  var rules: DangerImport

  /// - Throws: `CommandFailure` when there is none or it cannot be read.
  init(in directory: String) throws(CommandFailure) {
    let candidates = DangerImport.fileNames
    guard
      let (name, language) = candidates.first(where: {
        fileExists("\(directory)/\($0.name)")
      })
    else {
      throw CommandFailure(
        .missingInput, "there is no Dangerfile in \(directory)",
        help: "Run it beside one of \(candidates.map(\.name).joined(separator: ", ")).")
    }
    do throws(FileError) {
      let bytes = try readFile("\(directory)/\(name)", limit: 1 << 20)
      rules = DangerImport(String(decoding: bytes, as: UTF8.self), language)
    } catch {
      throw CommandFailure(.missingInput, error.description)
    }
    self.name = name
  }

  /// How much was taken over, and each line that was not.
  var summary: String {
    let differing = rules.rules.count { !$0.differences.isEmpty }
    var text =
      "\(rules.rules.count) \(rules.rules.count == 1 ? "rule" : "rules") of \(name) taken over"
    if differing > 0 { text += ", \(differing) of them not to the letter (see the comments)" }
    text += ".\n"
    if !rules.leftOut.isEmpty { text += "Left out:\n" }
    for item in rules.leftOut {
      text += "  \(name):\(item.line): \(VisibleText.shown("\(item.what): \(item.reason)"))\n"
    }
    return text
      + "Try them with `devtool rules list` and `devtool check --only rules`.\n"
  }
}
