// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import TestEnvironment
import Testing

struct DurableFileTests {
    private let directory: TemporaryDirectory
    private var file: DurableFile { DurableFile(directory.path("file")) }
    private var directoryName: String { URL(filePath: directory.path).lastPathComponent }

    init() throws { directory = try TemporaryDirectory(isInMemory: false) }

    // MARK: Crash order

    @Test func `a replacement is written, flushed, renamed, and then the directory is flushed`() throws {
        let calls = RecordedCalls()
        try DurableFile(file.path, calls: calls).replace(with: Data("new".utf8))
        #expect(
            calls.done == ["create file.new", "write file.new", "synchronize file.new", "rename file.new", "synchronize \(directoryName)"])
    }

    @Test func `a removal removes the leftover and the file, and then flushes the directory`() throws {
        try file.replace(with: Data("old".utf8))
        try directory.write("half", to: "file.new")
        let calls = RecordedCalls()
        try DurableFile(file.path, calls: calls).remove()
        #expect(calls.done == ["remove file.new", "remove file", "synchronize \(directoryName)"])
        #expect(FileManager.default.fileExists(atPath: directory.path) && directory.names.isEmpty)
        try file.remove()
    }

    @Test(arguments: [
        ("create", FileErrorCode.refused), ("write", .refused), ("synchronize file.new", .notFlushed), ("rename", .refused),
    ])
    func `a failure before the rename keeps the old file and leaves no temporary file`(step: String, code: FileErrorCode) throws {
        try file.replace(with: Data("old".utf8))
        let calls = RecordedCalls(failing: step)
        expect(code) { () throws(FileError) in try DurableFile(file.path, calls: calls).replace(with: Data("new".utf8)) }
        #expect(directory.text("file") == "old")
        #expect(directory.names == ["file"])
    }

    @Test func `if the directory cannot be flushed, the new file is in place and the error is reported`() throws {
        try file.replace(with: Data("old".utf8))
        let calls = RecordedCalls(failing: "synchronize \(directoryName)", with: .EIO)
        expect(.directoryNotFlushed) { () throws(FileError) in try DurableFile(file.path, calls: calls).replace(with: Data("new".utf8)) }
        #expect(directory.text("file") == "new")
    }

    @Test func `a file system that cannot flush directories is accepted`() throws {
        let calls = RecordedCalls(failing: "synchronize \(directoryName)", with: .EINVAL)
        try DurableFile(file.path, calls: calls).replace(with: Data("new".utf8))
        #expect(directory.text("file") == "new")
    }

    @Test func `a file error names the file and gives the system's reason`() throws {
        let path = directory.path("nowhere/file")
        let error = #expect(throws: FileError.self) { try DurableFile(path).replace(with: Data()) }
        #expect(error?.description == "\(path) cannot be written: No such file or directory")
    }

    // MARK: The new file

    @Test func `the new file has the mode that the caller gives, whatever the old file's mode and the process's umask`() throws {
        try directory.write("old", to: "file")
        try file.replace(with: Data("new".utf8))
        #expect(try directory.mode(of: "file") == 0o600)
        try file.replace(with: Data("new".utf8), permissions: 0o664)
        #expect(try directory.mode(of: "file") == 0o664)
    }

    @Test func `symbolic links at the file's path and at the temporary path are replaced, and their target stays`() throws {
        try directory.write("mine", to: "target")
        try directory.link("file", to: "target")
        try directory.link("file.new", to: "target")
        try file.replace(with: Data("new".utf8))
        #expect(directory.text("file") == "new" && directory.text("target") == "mine")
        #expect(directory.names == ["file", "target"])
    }

    @Test func `creating a file never follows a link, and no child process inherits its descriptor`() throws {
        try directory.link("new", to: "target")
        #expect(throws: POSIXError.self) { try SystemFileCalls().create(directory.path("new"), permissions: 0o600) }
        #expect(directory.names == ["new"])
        let handle = try SystemFileCalls().create(directory.path("other"), permissions: 0o600)
        #expect(fcntl(handle.fileDescriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    /// A descriptor that only names a directory (`O_PATH`) has no disk to flush, so a real fsync fails.
    @Test func `an unsuccessful flush to the disk is reported`() throws {
        let name = FileHandle(fileDescriptor: unsafe open("/", 0o10_000_000), closeOnDealloc: true)
        #expect(throws: (any Error).self) { try SystemFileCalls().synchronize(name, at: "/") }
    }

    @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a/b", "a"), ("a", ".")])
    func `a path's directory is everything before the last slash`(path: String, expected: String) {
        #expect(DurableFile(path).directory == expected)
    }
}
