import Foundation
import Testing

/// Variables for builds of fixture packages, which leave out most of a clean build: compiling the
/// C modules of the toolchain, indexing its modules, and asking the compiler what it is.
package enum QuickBuild {
  /// A folder in which all builds keep these C modules. SwiftPM reads the variable for its own tests.
  package static let moduleCache = "SWIFTPM_TESTS_MODULECACHE"

  package static let environment: [String: String] = {
    let cache = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("devtool-test-modules")
    var variables = [moduleCache: cache.path]
    #if os(Linux)
      variables["SWIFT_EXEC"] = try? toolchain.get().path + "/usr/bin/swiftc"
    #endif
    return variables
  }()

  /// The toolchain, but for a `swiftc` that indexes the sources of a package alone, and that was asked
  /// before what SwiftPM asks it four times in every build.
  private static let toolchain = Result {
    let scratch = try ScratchDirectory()
    let made = try run(
      "bash",
      [
        "-c",
        """
        set -e
        usr=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
        # A version manager has no toolchain beside its programs.
        test -e "$usr/lib/libIndexStore.so"
        mkdir -p usr/bin
        for path in "$usr"/* "$usr"/bin/*; do
          link=usr${path#"$usr"}
          [ -e $link ] || ln -s "$path" $link
        done
        rm usr/bin/swiftc
        for question in -h -print-target-info -version; do
          "$usr/bin/swiftc" $question > answer$question 2> /dev/null
        done
        cat > usr/bin/swiftc << END
        #!/bin/sh
        case "\\$*" in -h | -print-target-info | -version) exec cat "$PWD/answer\\$1" ;; esac
        case " \\$* " in *" -index-store-path "*) set -- "\\$@" -index-ignore-system-modules ;; esac
        exec "$usr/bin/swiftc" "\\$@"
        END
        chmod +x usr/bin/swiftc
        """,
      ], in: scratch.path)
    try #require(made.status == 0, "\(made.standardError)")
    return scratch
  }
}
