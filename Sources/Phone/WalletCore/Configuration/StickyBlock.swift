// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// A persistent block of a version of the app. It holds through restarts, without a network, without the policy's file and with the clock set back,
/// until a newer policy ends it (T-A3, T-C4). A block by a policy older than the newest accepted one does not count.
struct StickyBlock: Codable, Sendable, Equatable {
    /// The version of the blocking policy.
    let policyVersion: Int64
    let appVersion: String
    /// True if a newer version of the app was available.
    let isUpdateAvailable: Bool
}

extension StickyBlock {
    /// Returns the verdict for a version of the app (PF1.4/1.1).
    ///
    /// - Parameters:
    ///   - policy: the newest policy; nil when there never was one, which allows the version unless it was blocked.
    ///   - now: seconds since 1970; times before the policy's own are raised to it.
    static func verdict(
        on appVersion: AppVersion, by policy: KnownPolicy?, after block: StickyBlock?, at now: Int64
    ) -> UpdateVerdict {
        let verdict = policy.flatMap { known in known.policy?.evaluate(appVersion, at: max(now, known.issuedAt)) } ?? .ok
        guard let block, block.appVersion == appVersion.description, policy?.version ?? 0 <= block.policyVersion else { return verdict }
        return max(verdict, .block(isUpdateAvailable: block.isUpdateAvailable))
    }

    /// Creates the block to store for a verdict; nil for any other verdict.
    init?(_ verdict: UpdateVerdict, on appVersion: AppVersion, policyVersion: Int64) {
        guard case .block(let isUpdateAvailable) = verdict else { return nil }
        self.init(policyVersion: policyVersion, appVersion: appVersion.description, isUpdateAvailable: isUpdateAvailable)
    }
}
