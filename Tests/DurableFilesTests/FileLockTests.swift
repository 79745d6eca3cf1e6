// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import PythonRun
import TestEnvironment
import Testing

@Suite(.timeLimit(.minutes(20)))
struct FileLockTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory(isInMemory: false) }

    @Test func `a lock can be taken once until it is released`() throws {
        let path = directory.path("lock")
        let lock = try FileLock(taking: path)
        expect(.inUse) { () throws(FileError) in try FileLock(taking: path) }
        lock.release()
        try FileLock(taking: path).release()
        #expect(try directory.mode(of: "lock") == 0o600)
    }

    @Test func `a lock that a different process holds is reported as in use, and a waiter gets it when that process ends`() async throws {
        let (path, held, release) = (directory.path("lock"), directory.path("held"), directory.path("release"))
        let ended = directory.path("ended")
        try await withThrowingTaskGroup { group in
            group.addTask {
                defer { _ = FileManager.default.createFile(atPath: ended, contents: nil) }
                let run = try await PythonRun("DurableFilesTests/Python/hold_lock.py", [path, held, release])
                #expect(run.status == 0, "\(run.output)")
            }
            while ![held, ended].contains(where: FileManager.default.fileExists(atPath:)) { await Task.yield() }
            expect(.inUse) { () throws(FileError) in try FileLock(taking: path) }
            expect(.inUse) { () throws(FileError) in try LockedDirectory(locking: directory.path) }
            // The other process looks for this file every 100 ms, so the lock is still taken when the wait begins.
            try directory.write("", to: "release")
            try FileLock(waitingFor: path).release()
            try await group.waitForAll()
        }
    }

    @Test func `a symbolic link in place of a lock is refused, and its target is not created`() throws {
        try directory.link("lock", to: "victim")
        expect(.refused) { () throws(FileError) in try FileLock(taking: directory.path("lock")) }
        #expect(directory.names == ["lock"])
    }

    @Test func `a new directory is accessible to its owner only, and a second lock on it is refused`() throws {
        let path = directory.path("deep/er")
        try LockedDirectory.make(path)
        #expect(try directory.mode(of: "deep/er") == 0o700)
        let locked = try LockedDirectory(locking: path)
        expect(.inUse) { () throws(FileError) in try LockedDirectory(locking: path) }
        locked.release()
        try LockedDirectory(locking: path).release()
        try directory.write("", to: "file")
        expect(.refused) { () throws(FileError) in try LockedDirectory.make(directory.path("file")) }
    }
}
