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
}
