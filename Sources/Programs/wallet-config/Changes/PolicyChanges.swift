// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// The differences between two update policies, by the versions affected.
struct PolicyChanges {
    /// One line for each range of versions that is treated differently at some time.
    let lines: [String]

    /// - Parameter now: seconds since 1970; earlier differences are ignored.
    init(from old: UpdatePolicy, to new: UpdatePolicy, at now: Int64) {
        let axis = VersionAxis(ranges: (old.rules + new.rules).map(\.versions), versions: old.available + new.available)
        var lines: [String] = []
        var open: (first: AppVersion, last: AppVersion, old: String, new: String)?
        func close() {
            guard let found = open, found.old != found.new else { return }
            lines.append("\(VersionAxis.Span(first: found.first, last: found.last)): \(found.old) → \(found.new)")
        }
        for span in axis.spans {
            let (before, after) = (Self.course(old, span.first, now), Self.course(new, span.first, now))
            if let found = open, found.old == before, found.new == after {
                open = (found.first, span.last, before, after)
            } else {
                close()
                open = (span.first, span.last, before, after)
            }
        }
        close()
        let (gone, added) = (Set(old.available).subtracting(new.available), Set(new.available).subtracting(old.available))
        lines +=
            added.sorted().map { "version \($0): users can get it now" }
            + gone.sorted().map { "version \($0): users cannot get it any more" }
        self.lines = lines
    }

    /// Describes a policy's treatment of a version from now on.
    private static func course(_ policy: UpdatePolicy, _ version: AppVersion, _ now: Int64) -> String {
        let instants = policy.rules.flatMap { rule -> [Int64] in
            if case .warn(let blocksAt) = rule.state { return [rule.from, blocksAt].compactMap { $0 } }
            return [rule.from].compactMap { $0 }
        }
        var steps = [name(policy.evaluate(version, at: now))]
        var last = steps[0]
        for instant in Set(instants).sorted() where instant > now {
            let next = name(policy.evaluate(version, at: instant))
            if next != last { steps.append("\(next) from \(Instant(seconds: instant)?.text ?? "later")") }
            last = next
        }
        return steps.joined(separator: ", ")
    }

    private static func name(_ verdict: UpdateVerdict) -> String {
        switch verdict {
        case .ok: "ok"
        case .notify: "notify"
        case .recommend: "recommend"
        case .warn: "warn"
        case .block(isUpdateAvailable: true): "block"
        case .block(isUpdateAvailable: false): "block-without-update"
        }
    }
}
