// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The policy on which app versions may still be used (PF1.4). The order of rules does not matter; the most severe applicable rule counts.
///
/// `{"available": ["1.3.0", …], "rules": [<rule>, …]}`. A version without an applicable rule is ok.
package struct UpdatePolicy: DocumentContents {
    /// The header's `typ`.
    package static let type = "wallet-update-policy+jwt"
    /// Maximum size of a token: 64 KiB.
    package static let maximumTokenBytes = 64 * 1024

    /// The versions that users can install; at most 64, each once.
    package var available: [AppVersion]
    /// At most 128 rules.
    package var rules: [UpdateRule]

    package init(available: [AppVersion] = [], rules: [UpdateRule] = []) {
        self.available = available
        self.rules = rules
    }

    /// The policy's verdict on a version.
    ///
    /// - Parameter now: seconds since 1970.
    package func evaluate(_ version: AppVersion, at now: Int64) -> UpdateVerdict {
        var worst = UpdateVerdict.ok
        for rule in rules where rule.applies(to: version, at: now) {
            switch rule.state {
            case .ok: break
            case .notify: worst = max(worst, .notify)
            case .recommend: worst = max(worst, .recommend)
            case .warn(let blocksAt) where now < blocksAt: worst = max(worst, .warn(daysLeft: Self.days(from: now, to: blocksAt)))
            case .warn, .block: return .block(isUpdateAvailable: hasUpdate(for: version, at: now))
            }
        }
        return worst
    }

    /// The next time at which the verdict on a version may change: the first instant after `now` at which a rule begins, the number of days
    /// left decreases, or a version becomes blocked. Nil if it cannot change.
    ///
    /// - Parameter now: seconds since 1970.
    package func nextChange(for version: AppVersion, after now: Int64) -> Int64? {
        // Blocking a newer version later also changes the verdict on a blocked version, so the instants of every rule count.
        rules.flatMap { rule -> [Int64] in
            var instants = rule.from.map { [$0] } ?? []
            if case .warn(let blocksAt) = rule.state {
                instants.append(blocksAt)
                if now < blocksAt, rule.versions.contains(version) {
                    instants.append(blocksAt - Int64(Self.days(from: now, to: blocksAt) - 1) * 86_400)
                }
            }
            return instants
        }.filter { $0 > now }.min()
    }

    private func hasUpdate(for version: AppVersion, at now: Int64) -> Bool {
        available.contains { $0 > version && !isBlocked($0, at: now) }
    }

    private func isBlocked(_ version: AppVersion, at now: Int64) -> Bool {
        rules.contains { rule in
            guard rule.applies(to: version, at: now) else { return false }
            return switch rule.state {
            case .block: true
            case .warn(let blocksAt): blocksAt <= now
            case .ok, .notify, .recommend: false
            }
        }
    }

    /// The number of days from an instant to a later instant, rounded up.
    private static func days(from now: Int64, to end: Int64) -> Int {
        let (seconds, isTooLong) = end.subtractingReportingOverflow(now)
        return isTooLong ? .max : Int((seconds - 1) / 86_400) + 1
    }

    /// Reads the contents.
    ///
    /// - Throws: `UnacceptableContents` with every problem.
    package init(json: JSONObject) throws(UnacceptableContents) {
        var reader = try ContentsReader(.object(json), at: "")
        let version = Reading.text("a version such as 1.2.3") { AppVersion($0) }
        let available = reader.required("available", Reading.list(0...64, version))
        let rules = reader.required("rules", Reading.list(0...128, UpdateRule.init))
        if let available, Set(available).count < available.count { reader.report("available", problem: "the same version twice") }
        var policy: UpdatePolicy?
        if let available, let rules { policy = UpdatePolicy(available: available, rules: rules) }
        self = try reader.finish(policy)
    }

    package var json: JSONObject {
        ["available": .array(available.map { .string($0.description) }), "rules": .array(rules.map(\.json))]
    }
}
