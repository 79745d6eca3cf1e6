// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import WalletApp
import WalletConfiguration

/// Sample update policies. They refer to the brand's version; the stores offer the next version as the update.
struct DemoPolicies {
    private let version: AppVersion
    private let newer: AppVersion
    private let own: VersionRange

    /// Returns nil if the brand's app has no valid version.
    init?(for brand: Brand) {
        guard let version = AppVersion(brand.version.released),
            let newer = AppVersion(brand.version.next), let own = VersionRange("=\(version)")
        else { return nil }
        self.version = version
        self.newer = newer
        self.own = own
    }

    /// Returns the sample policy that puts the app's version in this state.
    ///
    /// - Parameter now: the time of signing, in seconds since 1970.
    func policy(_ policy: SamplePolicy, from now: Int64) -> UpdatePolicy {
        let state: UpdateRule.State? =
            switch policy {
            case .ok: nil
            case .notify: .notify
            case .recommend: .recommend
            case .warnWeek, .warnDay: policy.days.map { .warn(blocksAt: now + Int64($0) * 86_400) }
            case .block, .blockFinal: .block
            }
        return UpdatePolicy(
            available: policy == .ok || policy == .blockFinal ? [version] : [version, newer],
            rules: state.map { [UpdateRule(own, $0)] } ?? [])
    }

    /// The sample that equals a policy; nil for a policy edited by the developer.
    func name(of document: SignedDocument<UpdatePolicy>) -> SamplePolicy? {
        SamplePolicy.allCases.first { policy($0, from: document.claims.issuedAt) == document.contents }
    }

    /// Describes a policy's verdict on an installed version at an instant; empty if the version is invalid.
    func verdict(of policy: UpdatePolicy, on installed: String, at now: Int64) -> String {
        guard let installed = AppVersion(installed) else { return "" }
        return switch policy.evaluate(installed, at: now) {
        case .ok: "OK"
        case .notify: "notice"
        case .recommend: "advice"
        case .warn(let days): days == 1 ? "warning, 1 day left" : "warning, \(days) days left"
        case .block(isUpdateAvailable: true): "blocked"
        case .block(isUpdateAvailable: false): "blocked, no newer"
        }
    }
}
