# Homebrew formula; `make dist` fills it in. Copy it to Formula/devtool.rb of a tap.
class Devtool < Formula
  desc "All the CI a Swift package needs, in one native binary"
  homepage "https://github.com/{{repository}}"
  version "{{version}}"
  license "MIT"

  depends_on :linux

  on_intel do # x86_64
    url "https://github.com/{{repository}}/releases/download/v{{version}}/devtool-{{version}}-x86_64-unknown-linux-gnu.tar.gz"
    sha256 "{{sha256 x86_64}}"
  end # end

  on_arm do # aarch64
    url "https://github.com/{{repository}}/releases/download/v{{version}}/devtool-{{version}}-aarch64-unknown-linux-gnu.tar.gz"
    sha256 "{{sha256 aarch64}}"
  end # end

  def install
    bin.install "bin/devtool"
    share.install Dir["share/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/devtool --version")
    assert_match "passed", pipe_output("#{bin}/devtool log",
      "Test Case 'ATests.testB' started at 2026-01-01 00:00:00.000\n" \
      "Test Case 'ATests.testB' passed (0.001 seconds)\n")
  end
end
