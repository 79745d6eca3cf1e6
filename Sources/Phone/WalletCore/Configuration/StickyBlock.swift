// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// That a version of the app was blocked: it stays so through restarts, without a network, without the policy's file and with the clock turned
/// back, until a newer policy says otherwise (T-A3, T-C4). A block of an older policy than the newest that was accepted does not count.
struct StickyBlock: Codable, Sendable, Equatable {
    /// The version of the policy that blocked it.
    let policyVersion: Int64
    /// The version of the app.
    let appVersion: String
    /// Whether a newer version of the app was to be had.
    let isUpdateAvailable: Bool
}

extension StickyBlock {
    /// What holds for a version of the app (PF1.4/1.1).
    ///
    /// - Parameters:
    ///   - policy: the newest policy; nil when there never was one: then all is well unless it was blocked.
    ///   - now: seconds since 1970. No earlier instant than the policy's own counts.
    static func verdict(
        on appVersion: AppVersion, by policy: KnownPolicy?, after block: StickyBlock?, at now: Int64
    ) -> UpdateVerdict {
        let verdict = policy.flatMap { known in known.policy?.evaluate(appVersion, at: max(now, known.issuedAt)) } ?? .ok
        guard let block, block.appVersion == appVersion.description, policy?.version ?? 0 <= block.policyVersion else { return verdict }
        return max(verdict, .block(isUpdateAvailable: block.isUpdateAvailable))
    }

    /// What is to be remembered of a verdict; nil when it is no block.
    init?(_ verdict: UpdateVerdict, on appVersion: AppVersion, policyVersion: Int64) {
        guard case .block(let isUpdateAvailable) = verdict else { return nil }
        self.init(policyVersion: policyVersion, appVersion: appVersion.description, isUpdateAvailable: isUpdateAvailable)
    }
}
