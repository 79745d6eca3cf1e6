// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import TestEnvironment

/// The log of a server, read while it is written.
final class ProviderLog: Sendable {
    /// A guess that the server verified.
    struct Verified: Sendable, Hashable {
        let isRight: Bool
        let attempt: Int
    }

    private struct State {
        var lines: [String] = []
        var requests = 0
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Reads to the end on a separate thread. A read error ends the log.
    init(reading file: FileHandle) {
        Thread { [self] in
            var rest: [UInt8] = []
            while let part = try? file.readAvailable(), !part.isEmpty {
                rest += part
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    append(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            change { $0.hasEnded = true }
        }.start()
    }

    /// Returns the server's port; nil if the server ends before it listens.
    func port() async -> Int? {
        await wait { state in
            state.lines.lazy.filter { $0.contains("serving") }.compactMap { $0.firstMatch(of: /port=(\d+)/).flatMap { Int($0.1) } }.first
        }
    }

    /// Returns the guesses verified so far, once the log contains this number of requests. A request is logged before its answer, with its
    /// verification unless the request was answered before it.
    func verified(afterRequests count: Int) async -> [Verified] {
        let lines = await wait { $0.requests >= count ? $0.lines : nil } ?? []
        return lines.compactMap { line in
            guard let right = line.firstMatch(of: /pin_right=(true|false)/), let attempt = line.firstMatch(of: /pin_attempt=(\d+)/) else {
                return nil
            }
            return Int(attempt.1).map { Verified(isRight: right.1 == "true", attempt: $0) }
        }
    }

    /// Returns the complete log once the server has ended.
    func text() async -> String {
        _ = await wait { _ in nil as Bool? }
        return state.withLock { $0.lines.joined(separator: "\n") }
    }

    private func append(_ line: String) {
        change {
            $0.lines.append(line)
            if line.contains("duration_ms=") { $0.requests += 1 }
        }
    }

    private func change(_ body: (inout sending State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Checks each change until `look` returns a value; nil if the log ends first.
    private func wait<Value: Sendable>(_ look: @Sendable (State) -> Value?) async -> Value? {
        while true {
            let (found, hasEnded, seen) = state.withLock { (look($0), $0.hasEnded, $0.lines.count) }
            if found != nil || hasEnded { return found }
            await withCheckedContinuation { continuation in
                let isOld = state.withLock { state in
                    guard state.lines.count == seen, !state.hasEnded else { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isOld { continuation.resume() }
            }
        }
    }
}
