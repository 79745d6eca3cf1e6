// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization
import WalletCore
import WalletInterface

/// Kills a core at one of its points: from then on it writes, sends and receives nothing, as if its process were gone.
final class KillSwitch: CheckpointObserver, NetworkBridge {
    private struct State {
        var passing: Int?
        var isDead = false
        var last = ""
    }

    private let network: any NetworkBridge
    private let state = Mutex(State())

    /// - Parameter network: the network of the core while it lives.
    init(_ network: any NetworkBridge) {
        self.network = network
    }

    /// Kills at the point after that many.
    func arm(passing: Int) { state.withLock { $0.passing = passing } }

    /// The point at which the core was killed; nil if it lives.
    var place: String? { state.withLock { $0.isDead ? $0.last : nil } }

    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
        guard pass(checkpoint.description) else { throw WalletCoreError(.unexpected, "the process is gone") }
    }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard pass("before send \(request.url)") else { throw .lost }
        let response = try await network.send(request)
        guard pass("after send \(request.url)") else { throw .lost }
        return response
    }

    private func pass(_ place: String) -> Bool {
        state.withLock { state in
            guard !state.isDead else { return false }
            guard let passing = state.passing else { return true }
            state.last = place
            state.isDead = passing == 0
            state.passing = passing - 1
            return !state.isDead
        }
    }
}
