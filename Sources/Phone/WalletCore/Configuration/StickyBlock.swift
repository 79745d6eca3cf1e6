// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// A persistent block of a version of the app. It stays in force through restarts, without a network, without the policy's file and with
/// the clock set back, until a newer policy ends it (T-A3, T-C4). A block by a policy older than the newest accepted policy does not count.
struct StickyBlock: Codable, Sendable, Equatable {
    let policyVersion: Int64
    let appVersion: String
    /// True if a newer version of the app was available.
    let isUpdateAvailable: Bool

    private enum CodingKeys: String, CodingKey { case policyVersion, appVersion, isUpdateAvailable }
}

extension StickyBlock {
    /// Returns the verdict for a version of the app (PF1.4/1.1).
    ///
    /// - Parameters:
    ///   - policy: the newest policy; nil when no policy was ever known, which allows the version unless it was blocked.
    ///   - now: seconds since 1970; a time before the policy's signing time is raised to the signing time.
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
