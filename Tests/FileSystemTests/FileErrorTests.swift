import FileSystem
import Testing

@Suite struct FileErrorTests {
  @Test(arguments: [
    (
      FileError.Operation.read, FileError.Reason.noSuchFile,
      "cannot read 'a': No such file or directory"
    ),
    (.look, .tooManyLinks, "cannot inspect 'a': Too many levels of symbolic links"),
    (.read, .notAFile(.folder), "cannot read 'a': it is a folder, not a file"),
    (.read, .notAFile(.fifo), "cannot read 'a': it is a FIFO, not a file"),
    (.lock, .hasSecondName, "cannot lock 'a': it has a second name (a hard link); remove it"),
    (.write, .isLink, "cannot write 'a': it is a symbolic link, which is not followed here"),
    (
      .write, .leadsOutOfCheckout,
      "cannot write 'a': a symbolic link on the way leads out of the checkout"
    ),
    (.write, .belongsToGit, "cannot write 'a': files in .git belong to git"),
    (
      .write, .belongsToDevtool,
      "cannot write 'a': files in .devtool belong to devtool"
    ),
    (.read, .hasNoEnd(limit: 64 << 20), "cannot read 'a': it is endless or larger than 64 MiB"),
    (.read, .cancelled, "cannot read 'a': the run is being cancelled"),
    (.makeFolderIn, .noSuchFile, "cannot create a folder in 'a': No such file or directory"),
    (.setTime, .invalid, "cannot set the time of 'a': Invalid argument"),
  ])
  func isASentence(
    operation: FileError.Operation, reason: FileError.Reason, expected: String
  ) {
    #expect(FileError(operation, "a", reason).description == expected)
  }

  @Test(arguments: [
    (FileError.Reason.noSuchFile, true), (.notAFolder, true), (.invalid, false), (.isLink, false),
  ])
  func tellsWhatIsMissing(reason: FileError.Reason, expected: Bool) {
    #expect(FileError(.read, "a", reason).isMissing == expected)
  }
}
