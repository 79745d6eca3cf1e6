// SPDX-License-Identifier: EUPL-1.2

import JSON

/// One rule of an update policy.
///
/// `{"versions": ">=1.0.0,<1.2.0", "state": "warn", "from": "2026-01-01T00:00:00Z", "blocks_at": "2026-03-01T00:00:00Z"}`. `from` is
/// optional; `blocks_at` is required for `warn` and forbidden otherwise.
package struct UpdateRule: Sendable, Hashable {
    /// The affected versions.
    package let versions: VersionRange
    /// The state that the rule assigns.
    package let state: State
    /// The start in seconds since 1970; nil for always.
    package let from: Int64?

    /// The state that a rule assigns to versions.
    package enum State: Sendable, Hashable {
        /// No message; documents that these versions have been considered.
        case ok
        /// A newer version exists.
        case notify
        /// A newer version is recommended.
        case recommend
        /// The version will be blocked at `blocksAt`, in seconds since 1970; until then its users are warned.
        case warn(blocksAt: Int64)
        /// The version is blocked.
        case block

        /// The state's name in a document.
        package var name: String {
            switch self {
            case .ok: "ok"
            case .notify: "notify"
            case .recommend: "recommend"
            case .warn: "warn"
            case .block: "block"
            }
        }
    }

    /// A rule. For `warn`, `blocksAt` must be after `from`; otherwise the rule cannot be signed or read back.
    package init(_ versions: VersionRange, _ state: State, from: Int64? = nil) {
        self.versions = versions
        self.state = state
        self.from = from
    }

    /// True if the rule applies to a version at an instant.
    package func applies(to version: AppVersion, at now: Int64) -> Bool {
        (from ?? .min) <= now && versions.contains(version)
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let versions = reader.required(
            "versions", Reading.text("a range such as >=1.0.0,<1.2.0, with = != < <= > >= and full versions", VersionRange.init))
        let name = reader.required(
            "state", Reading.text("ok, notify, recommend, warn or block") { Self.names.contains($0) ? $0 : nil })
        let from = reader.optional("from", Reading.instant)
        var state: State?
        if name == "warn" {
            let blocksAt = reader.required("blocks_at", Reading.instant)
            if let blocksAt, let from, blocksAt <= from { reader.report("blocks_at", problem: "not after from") }
            state = blocksAt.map { .warn(blocksAt: $0) }
        } else {
            state = [.ok, .notify, .recommend, .block].first { $0.name == name }
        }
        var rule: UpdateRule?
        if let versions, let state { rule = UpdateRule(versions, state, from: from) }
        self = try reader.finish(rule)
    }

    var json: JSONValue {
        var object: JSONObject = ["versions": .string(versions.description), "state": .string(state.name)]
        if let from { object.append("from", Instant.json(from)) }
        if case .warn(let blocksAt) = state { object.append("blocks_at", Instant.json(blocksAt)) }
        return .object(object)
    }

    private static let names: Set<String> = ["ok", "notify", "recommend", "warn", "block"]
}
