// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// Samples the moments of a load on a thread of its own, so that no unlock waits for a sample: a hundred a second.
final class MomentSampler: Sendable {
    private static let seconds = 0.01

    private let processes: [Int32]
    private let directory: String
    private let hasEnded = Atomic(false)

    /// - Parameters:
    ///   - processes: those whose waits for a processor are counted.
    ///   - directory: on the disk whose flushes are timed.
    init(_ processes: [Int32], in directory: String) {
        self.processes = processes
        self.directory = directory
    }

    /// Samples while `body` runs. Call once.
    func during<Value: Sendable>(_ body: () async throws -> Value) async throws -> (value: Value, moments: [Moment]) {
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

    private static func moments(of sampler: MomentSampler) async throws -> [Moment] {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<[Moment], any Error>) in
            let thread = Thread { continuation.resume(with: Result { try sampler.sample() }) }
            thread.name = "moments"
            thread.start()
        }
    }

    private func sample() throws -> [Moment] {
        var waits = try ProcessorWaits(of: processes)
        var file = try FlushedFile(in: directory)
        var moments: [Moment] = []
        var (start, before) = (ContinuousClock.now, waits.total())
        while !hasEnded.load(ordering: .relaxed) {
            let flush = try file.flush()
            Thread.sleep(forTimeInterval: Self.seconds)
            let (end, after) = (ContinuousClock.now, waits.total())
            moments.append(Moment(start: start, end: end, processorWaits: after - before, flush: flush))
            (start, before) = (end, after)
        }
        guard before > 0 else { throw BenchmarkError("the kernel does not count how long threads wait for a processor") }
        return moments
    }
}
