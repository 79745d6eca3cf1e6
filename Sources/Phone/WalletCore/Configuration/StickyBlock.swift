// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// That a version of the app was blocked: it stays so through restarts, without a network, without the policy's file and with the clock turned
/// back, until a newer policy says otherwise (T-A3, T-C4).
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
    ///   - policy: the newest policy; nil when none is at hand: then all is well unless it was blocked.
    ///   - now: seconds since 1970. No earlier instant than the policy's own counts.
    static func verdict(
        on appVersion: AppVersion, by policy: SignedUpdatePolicy?, after block: StickyBlock?, at now: Int64
    ) -> UpdateVerdict {
        let verdict = policy.map { $0.contents.evaluate(appVersion, at: max(now, $0.claims.issuedAt)) } ?? .ok
        guard let block, block.appVersion == appVersion.description, policy?.version ?? 0 <= block.policyVersion else { return verdict }
        return max(verdict, .block(isUpdateAvailable: block.isUpdateAvailable))
    }
}
