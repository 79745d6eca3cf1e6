// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import Synchronization

/// The system's calls, written down with the names of the files; one of them fails.
final class RecordedCalls: FileCalls {
    private let system = SystemFileCalls()
    private let failing: String?
    private let error: POSIXErrorCode
    private let recorded = Mutex<[String]>([])

    /// - Parameter failing: the call that fails, as it is written down.
    init(failing: String? = nil, with error: POSIXErrorCode = .ENOSPC) {
        self.failing = failing
        self.error = error
    }

    /// The calls that succeeded, in order.
    var done: [String] { recorded.withLock { $0 } }

    private func call<Value>(_ name: String, _ path: String, body: () throws -> Value) throws -> Value {
        let text = name + " " + URL(filePath: path).lastPathComponent
        if let failing, text.hasPrefix(failing) { throw POSIXError(error) }
        let value = try body()
        recorded.withLock { $0.append(text) }
        return value
    }

    func create(_ path: String, permissions: UInt16) throws -> FileHandle {
        try call("create", path) { try system.create(path, permissions: permissions) }
    }

    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws {
        try call("write", path) { try system.write(bytes, to: file, at: path) }
    }

    func synchronize(_ file: FileHandle, at path: String) throws {
        try call("synchronize", path) { try system.synchronize(file, at: path) }
    }

    func rename(_ path: String, to newPath: String) throws { try call("rename", path) { try system.rename(path, to: newPath) } }

    func remove(_ path: String) throws { try call("remove", path) { try system.remove(path) } }
}
