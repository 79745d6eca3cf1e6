// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import Synchronization

@testable import WalletCore

/// Records the disk operations of the core's files, and makes calls fail as a disk does.
final class RecordedFileCalls: FileCalls {
    private struct State {
        var done: [String] = []
        var count = 0
    }

    private let system = SystemFileCalls()
    private let failing: Range<Int>
    private let state = Mutex(State())

    /// - Parameter failing: the numbers of the failing calls, from 1.
    init(failing: Range<Int> = 0..<0) {
        self.failing = failing
    }

    /// The calls that succeeded, with the names of the files: `write wallet.x.new`.
    var done: [String] { state.withLock { $0.done } }
    /// The number of calls.
    var count: Int { state.withLock { $0.count } }

    private func call<Value>(_ what: String, _ paths: String..., body: () throws -> Value) throws -> Value {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        if failing.contains(number) { throw CocoaError(.fileWriteOutOfSpace) }
        let value = try body()
        let names = paths.map { URL(fileURLWithPath: $0).lastPathComponent }.map { $0.hasPrefix("wallet-tests-") ? "directory" : $0 }
        state.withLock { $0.done.append(([what] + names).joined(separator: " ")) }
        return value
    }

    func create(_ path: String, permissions: UInt16) throws -> FileHandle {
        try call("create", path) { try system.create(path, permissions: permissions) }
    }

    /// A full disk takes the first half.
    func write(_ bytes: some DataProtocol, to file: FileHandle, at path: String) throws {
        do {
            try call("write", path) { try system.write(bytes, to: file, at: path) }
        } catch {
            try system.write(Data(bytes).prefix(bytes.count / 2), to: file, at: path)
            throw error
        }
    }

    func synchronize(_ file: FileHandle, at path: String) throws {
        try call("synchronize", path) { try system.synchronize(file, at: path) }
    }

    func rename(_ path: String, to newPath: String) throws {
        try call("rename", path, newPath) { try system.rename(path, to: newPath) }
    }

    func remove(_ path: String) throws { try call("remove", path) { try system.remove(path) } }

    /// Repeats work once for each call it makes, with that call failing, alone or with all following calls, until none fails.
    ///
    /// - Parameter body: receives the calls, and starts over each time.
    static func failingEach(_ body: (RecordedFileCalls) async throws -> Void) async throws {
        for isLasting in [true, false] {
            for number in 1..<100 {
                let calls = RecordedFileCalls(failing: number..<(isLasting ? .max : number + 1))
                try await body(calls)
                if calls.count < number { break }
                guard number < 99 else { throw CocoaError(.featureUnsupported) }
            }
        }
    }
}
