// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The wallets of this library by their numbers.
package enum Hosts {
    private struct State {
        var hosts: [UInt64: Host] = [:]
        var lastNumber: UInt64 = 0
    }

    private static let state = Mutex(State())

    /// Adds a host.
    ///
    /// - Returns: its number.
    package static func add(_ host: Host) -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            state.hosts[state.lastNumber] = host
            return state.lastNumber
        }
    }

    static func host(_ number: UInt64) throws(HostFailure) -> Host {
        guard let host = state.withLock({ $0.hosts[number] }) else { throw .unknownWallet }
        return host
    }

    static func forget(_ number: UInt64) { _ = state.withLock { $0.hosts.removeValue(forKey: number) } }
}
