import Foundation
import Testing

/// Variables for builds of fixture packages, which leave out most of a clean build: compiling the
/// C modules of the toolchain, and indexing its modules.
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

  /// The toolchain, but for a `swiftc` that indexes the sources of a package alone.
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
        printf '#!/bin/sh\ncase " $* " in *" -index-store-path "*) set -- "$@" -index-ignore-system-modules; esac\n' \
          > usr/bin/swiftc
        printf 'exec "%s/bin/swiftc" "$@"\n' "$usr" >> usr/bin/swiftc
        chmod +x usr/bin/swiftc
        """,
      ], in: scratch.path)
    try #require(made.status == 0, "\(made.standardError)")
    return scratch
  }
}
