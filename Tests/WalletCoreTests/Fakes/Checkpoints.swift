// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletInterface

@testable import WalletCore

/// Counts checkpoints, and fails at one of them as if the process had ended there.
final class Checkpoints: CheckpointObserver {
    private struct State {
        var reached: [Checkpoint] = []
        var last: Int?
    }

    private let state = Mutex(State())

    /// The checkpoints reached since the last `arm`.
    var reached: [Checkpoint] { state.withLock { $0.reached } }

    /// Starts counting; all checkpoints from that number on fail.
    func arm(failingAt number: Int? = nil) {
        state.withLock { $0 = State(last: number) }
    }

    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
        let fails = state.withLock { state in
            state.reached.append(checkpoint)
            return state.last.map { state.reached.count > $0 } ?? false
        }
        if fails { throw WalletCoreError(.storeFull, "a test's process ends") }
    }
}

extension Phone {
    /// Starts a new process with these checkpoints; nil when it ends before it is initialised.
    func launch(_ checkpoints: Checkpoints) async throws -> Core {
        let core = Core(embedded: provider.embedded, checkpoints: checkpoints)
        try await core.initPlatformSupport(bridges, limitsBy: limitClock)
        try await core.initialize()
        return core
    }

    /// Runs the core's background work while the body runs.
    func whileRunning(_ core: Core, _ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await core.run() }
            try await body()
            group.cancelAll()
        }
    }
}

extension Result where Failure == any Error {
    /// Captures the error of an asynchronous call.
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
