// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
package import WalletConfiguration
package import WalletInterface

extension Core {
    /// Observes the update policy's verdict on this version of the app: the current verdict, then every change.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setUpdatePolicyStream() throws(WalletCoreError) -> AsyncStream<UpdateVerdict> {
        try admit(.setUpdatePolicyStream)
        return try shared.updatePolicy.verdict.observe()
    }

    /// Ends the update policy stream. Can be called in any state.
    package func clearUpdatePolicyStream() {
        shared.updatePolicy.verdict.clear()
    }

    /// Applies the update policy (PF1.4) and returns the verdict on this version. Waits for a newer policy only if the newest known policy
    /// has expired.
    ///
    /// - Throws: `noInternet`, `serverUnreachable` if the policy has expired and no newer policy can be fetched (1.1d, 1.1e);
    ///   `platformMissing`, `notInitialized`, a store error. A known block is returned without a network.
    package func applyUpdatePolicy() async throws(WalletCoreError) -> UpdateVerdict {
        let policy = try admitted(.applyUpdatePolicy).updatePolicy
        policy.judge()
        var answer: DocumentFeed<UpdatePolicy>.Poll?
        // After a failure the embedded address is tried immediately, because the user waits.
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

    /// True if the newest known policy has expired: `applyUpdatePolicy` must then be called before a wallet can be unlocked. An unlocked
    /// wallet stays unlocked until its next lock. False while this version is blocked.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isUpdatePolicyExpired() throws(WalletCoreError) -> Bool {
        try admit(.isUpdatePolicyExpired)
        return mustRenewPolicy
    }
}
