// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import WalletCore

/// Beacons: any wallet may use one for any instruction, as often as it likes, while it is recent.
extension FakeProvider {
    /// Returns a new beacon.
    func beacon() -> String {
        let beacon = Base64URL.encode(systemRandomBytes(40))
        state.withLock { $0.beacons[beacon] = clock.steadyNow }
        return beacon
    }

    /// Refuses all beacons handed out so far, as after a change of the provider's keys.
    func forgetBeacons() { state.withLock { $0.beacons = [:] } }

    /// The beacons in the messages of an instruction, in order.
    func beacons(in instruction: Instruction) throws -> [String] {
        try bodies(to: .instruction(instruction)).map { try ProviderRequest(parsing: $0).message.claims.challenge }
    }

    /// The number of wallets that the provider knows as used.
    var usedCount: Int { state.withLock { $0.used.count } }
}

extension FakeProvider.State {
    /// Returns true if the beacon is at most 300 seconds old by the provider's clock, which no test sets.
    func isRecent(_ beacon: String, at now: Date) -> Bool {
        beacons[beacon].map { (0...300).contains(now.timeIntervalSince($0)) } == true
    }
}
