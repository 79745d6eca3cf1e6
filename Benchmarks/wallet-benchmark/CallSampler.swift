// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// Reads a server's metrics again and again during a load, at most a hundred times a second.
final class CallSampler: Sendable {
    private let client: Client
    private let metrics: String
    private let hasEnded = Atomic(false)

    /// - Parameter metrics: the address of the server's metrics.
    init(_ client: Client, at metrics: String) {
        self.client = client
        self.metrics = metrics
    }

    /// Samples while `body` runs. Call once.
    func during<Value: Sendable>(_ body: () async throws -> Value) async throws -> (value: Value, moments: [CallMoment]) {
        async let sampled = Self.moments(of: self)
        let value: Value
        do {
            value = try await body()
        } catch {
            hasEnded.store(true, ordering: .relaxed)
            throw error
        }
        hasEnded.store(true, ordering: .relaxed)
        return (value, try await sampled)
    }

    private static func moments(of sampler: CallSampler) async throws -> [CallMoment] {
        var moments: [CallMoment] = []
        var (start, before) = (ContinuousClock.now, try await sampler.read())
        while !sampler.hasEnded.load(ordering: .relaxed) {
            try await Task.sleep(for: .milliseconds(10))
            let after = try await sampler.read()
            let end = ContinuousClock.now
            let calls = after.map { name, calls in (name, calls - before[name, default: CallTimes()]) }
            moments.append(CallMoment(start: start, end: end, calls: Dictionary(uniqueKeysWithValues: calls)))
            (start, before) = (end, after)
        }
        return moments
    }

    /// The server may close an idle connection just when it is used again, so a failed read is repeated once.
    private func read() async throws -> [String: CallTimes] {
        let body: [UInt8]
        do {
            body = try await client.get(metrics)
        } catch {
            body = try await client.get(metrics)
        }
        return CallTimes.read(body)
    }
}
