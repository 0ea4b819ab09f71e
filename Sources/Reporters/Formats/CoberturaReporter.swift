package import CIModel

/// Writes a Cobertura report, for GitLab, Jenkins and Azure.
///
/// File names are relative to the repository root, which GitLab needs to show them in the merge
/// request. Source of the format: `coverage-04.dtd` of Cobertura.
package struct CoberturaReporter: SplittingReporter {
  package static let name = "cobertura"
  package static let summary = "A Cobertura report of the coverage."
  package static let medium = ReportMedium.xml

  package init() {}

  package func render(_ record: RunRecord, style: TerminalStyle) -> String {
    document(record.coverage, seconds: record.startedAt.secondsSinceEpoch)
  }

  package func render(coverage: Coverage, style: TerminalStyle) -> String? {
    document(coverage, seconds: 0)
  }

  /// GitLab accepts files of up to 10 MiB
  /// (https://docs.gitlab.com/ci/testing/code_coverage/cobertura, "Limits"). Each part is a
  /// document with the rates of its own files; a file is never split.
  package func parts(_ record: RunRecord) -> [String] {
    parts(record, limit: 10 << 20)
  }

  /// - Parameter limit: The maximum size of a part in bytes.
  func parts(_ record: RunRecord, limit: Int) -> [String] {
    var groups: [[Coverage.File]] = []
    var room = 0
    for file in record.coverage?.files ?? [] {
      // In the worst case, the file needs its own package.
      let names = (file.path + (file.target ?? "")).xmlAttribute
      let size = element(file).utf8.count + names.utf8.count + 256
      if groups.isEmpty || size > room {
        groups.append([])
        room = limit - 1_024
      }
      groups[groups.count - 1].append(file)
      room -= size
    }
    guard groups.count > 1 else {
      return [document(record.coverage, seconds: record.startedAt.secondsSinceEpoch)]
    }
    return groups.map { document($0, seconds: record.startedAt.secondsSinceEpoch) }
  }

  private func document(_ coverage: Coverage?, seconds: Int64) -> String {
    document(coverage?.files ?? [], seconds: seconds)
  }

  private func document(_ files: [Coverage.File], seconds: Int64) -> String {
    var packages: [String: [Coverage.File]] = [:]
    for file in files { packages[file.target ?? folder(file.path), default: []].append(file) }
    let total = ratio(files)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
      <coverage line-rate="\(rate(total))" branch-rate="0" lines-covered="\(total.covered)" \
      lines-valid="\(total.count)" branches-covered="0" branches-valid="0" complexity="0" \
      version="devtool" timestamp="\(seconds)">
        <sources>
          <source>.</source>
        </sources>
        <packages>

      """
    for (name, files) in packages.sorted(by: { $0.key < $1.key }) {
      text += """
            <package name="\(name.xmlAttribute)" line-rate="\(rate(ratio(files)))" \
        branch-rate="0" complexity="0">
              <classes>

        """
      for file in files { text += element(file) }
      text += "      </classes>\n    </package>\n"
    }
    return text + "  </packages>\n</coverage>\n"
  }

  private func element(_ file: Coverage.File) -> String {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    var text = """
              <class name="\(name.xmlAttribute)" filename="\(file.path.xmlAttribute)" \
      line-rate="\(rate(ratio([file])))" branch-rate="0" complexity="0">
                <methods/>
                <lines>

      """
    for run in file.executableLines {
      for line in run.first...run.last {
        text += "            <line number=\"\(line)\" hits=\"\(run.exportedCount)\"/>\n"
      }
    }
    return text + "          </lines>\n        </class>\n"
  }

  private func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private func ratio(_ files: [Coverage.File]) -> Coverage.Ratio {
    files.reduce(Coverage.Ratio(covered: 0, count: 0)) { sum, file in
      file.executableLines.reduce(sum) {
        Coverage.Ratio(
          covered: $0.covered + ($1.isCovered ? $1.length : 0), count: $0.count + $1.length)
      }
    }
  }

  /// `0.8731`, rounded down; `1` when there is nothing to count, as Cobertura does.
  private func rate(_ ratio: Coverage.Ratio) -> String {
    guard let hundredths = ratio.hundredthsOfPercent, hundredths < 10_000 else { return "1" }
    let digits = String(hundredths)
    return "0." + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
