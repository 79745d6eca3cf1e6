// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import WalletApp
import WalletConfiguration

/// Update policies to try out. They speak of the version that this code is; the next one is what the stores have to update to.
struct DemoPolicies {
    private let version: AppVersion
    private let newer: AppVersion
    private let own: VersionRange

    /// Nil when the app has no version.
    init?() {
        guard let version = AppVersion(AppRelease.released),
            let newer = AppVersion(AppRelease.next), let own = VersionRange("=\(version)")
        else { return nil }
        self.version = version
        self.newer = newer
        self.own = own
    }

    /// A policy that says that of the version.
    ///
    /// - Parameter now: when it is signed, in seconds since 1970.
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

    /// Which of ours a policy is; nil for one that a person made otherwise.
    func name(of document: SignedDocument<UpdatePolicy>) -> SamplePolicy? {
        SamplePolicy.allCases.first { policy($0, from: document.claims.issuedAt) == document.contents }
    }

    /// What a policy says of an installed version at an instant, in words; empty for what is no version.
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
