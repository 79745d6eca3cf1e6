// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation

/// The operating system's file calls, with a point before and after each that changes a file.
struct TrappedFiles: FileCalls {
    let trap: Trap
    private let calls = SystemFileCalls()

    init(trap: Trap) {
        self.trap = trap
    }

    func create(_ path: String, permissions: UInt16) throws -> FileHandle {
        try passing("create") { try calls.create(path, permissions: permissions) }
    }

    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws {
        try passing("write") { try calls.write(bytes, to: file, at: path) }
    }

    // The harness ends processes, not machines, so that what was flushed makes no difference.
    func synchronize(_ file: FileHandle, at path: String) throws { try calls.synchronize(file, at: path) }

    func rename(_ path: String, to newPath: String) throws {
        try passing("rename") { try calls.rename(path, to: newPath) }
    }

    func remove(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw CocoaError(.fileNoSuchFile) }
        try passing("remove") { try calls.remove(path) }
    }

    private func passing<Value>(_ call: String, _ body: () throws -> Value) throws -> Value {
        if trap.pass("before file \(call)") { throw CocoaError(.fileWriteUnknown) }
        let value = try body()
        if trap.pass("after file \(call)") { throw CocoaError(.fileWriteUnknown) }
        return value
    }
}
