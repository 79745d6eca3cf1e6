// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// The calls that wait for a reply of the host.
package final class HostCalls: Sendable {
    private struct Waiting: Sendable {
        /// Reads a reply and returns a closure that resumes the caller with it; nil if the reply does not have the call's form.
        let read: @Sendable (Data) -> (@Sendable () -> Void)?
        let fail: @Sendable (CallFailure) -> Void
        /// True once the host has received the token, so that it can be notified of the cancellation.
        var isAnnounced = false
    }

    private struct State {
        var waiting: [UInt64: Waiting] = [:]
        var lastToken: UInt64 = 0
        var isClosed = false
    }

    private let callbacks: HostCallbacks
    private let state = Mutex(State())

    init(_ callbacks: HostCallbacks) {
        self.callbacks = callbacks
    }

    /// Asks the host and waits for its reply.
    ///
    /// - Parameter isCancellable: the end of the caller's task ends the call; the host is notified by `cancel`.
    package func call<Value: Decodable & Sendable>(
        _ name: String, _ request: some Encodable, isCancellable: Bool = false
    ) async throws(CallFailure) -> Value {
        guard let request = try? JSONEncoder().encode(request) else { throw .refused("unreadable") }
        let token = state.withLock { state in
            state.lastToken += 1
            return state.lastToken
        }
        let result: Result<Value, CallFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = Waiting(
                    read: { reply in
                        guard let reply = try? JSONDecoder().decode(Reply<Value>.self, from: reply) else { return nil }
                        return { continuation.resume(returning: reply.result) }
                    },
                    fail: { continuation.resume(returning: .failure($0)) })
                guard add(waiting, token) else { return waiting.fail(.closed) }
                callbacks.call(name, request, token: token)
                state.withLock { $0.waiting[token]?.isAnnounced = true }
                if isCancellable, Task.isCancelled { cancel(token) }
            }
        } onCancel: {
            if isCancellable { cancel(token) }
        }
        return try result.get()
    }

    /// Tells the host something that takes no reply.
    package func notify(_ name: String, _ notice: some Encodable) {
        guard !state.withLock({ $0.isClosed }), let notice = try? JSONEncoder().encode(notice) else { return }
        callbacks.call(name, notice, token: 0)
    }

    /// Takes a reply.
    func reply(_ token: UInt64, _ reply: Data) throws(HostFailure) {
        guard let waiting = state.withLock({ $0.waiting[token] }) else { throw .unknownToken }
        guard let resume = waiting.read(reply) else { throw .badJSON }
        // Another thread may have replied since.
        guard state.withLock({ $0.waiting.removeValue(forKey: token) }) != nil else { throw .unknownToken }
        resume()
    }

    /// Lets every call fail, now and later.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for call in waiting.values { call.fail(.closed) }
    }

    private func add(_ waiting: Waiting, _ token: UInt64) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting[token] = waiting
            return true
        }
    }

    private func cancel(_ token: UInt64) {
        let waiting = state.withLock { state in
            state.waiting[token]?.isAnnounced == true ? state.waiting.removeValue(forKey: token) : nil
        }
        guard let waiting else { return }
        notify("cancel", ["token": token])
        waiting.fail(.cancelled)
    }
}
