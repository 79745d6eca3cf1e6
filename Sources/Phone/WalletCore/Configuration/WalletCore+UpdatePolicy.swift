// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
package import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Observes what the update policy says of this version of the app: the verdict now, then every other.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setUpdatePolicyStream() throws(WalletCoreError) -> AsyncStream<UpdateVerdict> {
        try admit(.setUpdatePolicyStream)
        return try shared.updatePolicy.verdict.observe()
    }

    /// Ends the update policy stream, if there is one. May be called in any state.
    package func clearUpdatePolicyStream() {
        shared.updatePolicy.verdict.clear()
    }

    /// PF1.4 Apply update policy: what is said of this version now. Waits for a newer policy only when the newest known policy has expired.
    ///
    /// - Throws: `noInternet`, `serverUnreachable` when the policy has expired and no newer one can be had (1.1d, 1.1e); `platformMissing`,
    ///   `notInitialized`, a store error. A block that is known is told without a network.
    package func applyUpdatePolicy() async throws(WalletCoreError) -> UpdateVerdict {
        let policy = try admitted(.applyUpdatePolicy).updatePolicy
        policy.judge()
        var answer: DocumentFeed<UpdatePolicy>.Poll?
        // After a failure the embedded address is asked at once: the user waits.
        for _ in shared.configuration.addresses(\.updatePolicy) where mustRenewPolicy && answer != .failed(.noInternet) {
            answer = await policy.poll()
        }
        if mustRenewPolicy, let answer {
            switch answer {
            case .failed(.noInternet): throw WalletCoreError(.noInternet, "the update policy has expired, and there is no connection")
            default: throw WalletCoreError(.serverUnreachable, "the update policy has expired: \(answer)")
            }
        }
        return shared.updatePolicy.verdict.value
    }

    /// Whether the newest known policy has expired: then `applyUpdatePolicy` has to be called before a wallet can be opened. One that is open
    /// stays open until it locks. False while this version is blocked: that says more.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isUpdatePolicyExpired() throws(WalletCoreError) -> Bool {
        try admit(.isUpdatePolicyExpired)
        return mustRenewPolicy
    }
}
