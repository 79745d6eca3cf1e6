// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration

/// Random policies, compared with a slow evaluator that shares only the texts with the real one (T-C5).
struct UpdatePolicyPropertyTests {
    /// A rule as text.
    private struct Rule {
        let range: String
        let state: String
        let from: Int64?
        let blocksAt: Int64

        func made() throws -> UpdateRule {
            let states: [String: UpdateRule.State] = [
                "ok": .ok, "notify": .notify, "recommend": .recommend, "warn": .warn(blocksAt: blocksAt), "block": .block,
            ]
            return UpdateRule(try #require(VersionRange(range)), try #require(states[state]), from: from)
        }

        /// Evaluates conditions in the text, with each version as a single number.
        func holds(_ version: String, _ now: Int64) -> Bool {
            if let from, now < from { return false }
            let value = Self.number(version)
            for part in range.split(separator: ",") {
                let other = Self.number(String(part.drop { !$0.isNumber }))
                let isMet =
                    switch part.prefix(while: { !$0.isNumber }) {
                    case "=": value == other
                    case "!=": value != other
                    case "<": value < other
                    case "<=": value < other + 1
                    case ">": value > other
                    default: value > other - 1
                    }
                if !isMet { return false }
            }
            return true
        }

        /// The severity of the rule's verdict: 0 for ok up to 2_000_000 for blocked; a warning is worse the fewer days are left.
        func grade(_ version: String, _ now: Int64) -> Int64 {
            guard holds(version, now) else { return 0 }
            switch state {
            case "notify": return 1
            case "recommend": return 2
            case "warn":
                if now >= blocksAt { return 2_000_000 }
                var days: Int64 = 0
                while now + days * 86_400 < blocksAt { days += 1 }
                return 1_000_000 - days
            case "block": return 2_000_000
            default: return 0
            }
        }

        private static func number(_ version: String) -> Int {
            version.split(separator: ".").reduce(0) { $0 * 1_000_000 + (Int($1) ?? 0) }
        }
    }

    private static func verdict(_ rules: [Rule], _ available: [String], _ version: String, _ now: Int64) -> UpdateVerdict {
        let worst = rules.map { $0.grade(version, now) }.max() ?? 0
        switch worst {
        case 0: return .ok
        case 1: return .notify
        case 2: return .recommend
        case 2_000_000:
            let newer = Rule(range: ">" + version, state: "ok", from: nil, blocksAt: 0)
            let helps = available.contains { other in
                newer.holds(other, now) && rules.allSatisfy { $0.grade(other, now) < 2_000_000 }
            }
            return .block(isUpdateAvailable: helps)
        default: return .warn(daysLeft: Int(1_000_000 - worst))
        }
    }

    @Test func `in 200,000 random cases the verdict is the same as that of a slow reference implementation`() throws {
        var generator = SystemRandomNumberGenerator()
        func version() -> String { (0..<3).map { _ in String(Int.random(in: 0...3, using: &generator)) }.joined(separator: ".") }
        func instant() -> Int64 { Samples.now + Int64.random(in: -20...20, using: &generator) * 21_600 }
        var seen: Set<UpdateVerdict> = []
        for _ in 0..<4000 {
            let rules = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                Rule(
                    range: (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                        (["=", "!=", "<", "<=", ">", ">="].randomElement(using: &generator) ?? "=") + version()
                    }.joined(separator: ","),
                    state: ["ok", "notify", "recommend", "warn", "warn", "block"].randomElement(using: &generator) ?? "ok",
                    from: Bool.random(using: &generator) ? instant() : nil, blocksAt: instant())
            }
            let available = (0..<Int.random(in: 0...3, using: &generator)).map { _ in version() }
            let policy = UpdatePolicy(
                available: try available.map { try #require(AppVersion($0)) }, rules: try rules.map { try $0.made() })
            for _ in 0..<50 {
                let (version, now) = (version(), instant())
                let real = policy.evaluate(try #require(AppVersion(version)), at: now)
                if real != Self.verdict(rules, available, version, now) {
                    Issue.record("\(rules) \(available) \(version) \(now): \(real)")
                    return
                }
                seen.insert(real)
            }
        }
        #expect(
            seen.isSuperset(of: [
                .ok, .notify, .recommend, .warn(daysLeft: 1), .block(isUpdateAvailable: true), .block(isUpdateAvailable: false),
            ]))
    }

    @Test func `the verdict changes only at the times returned by nextChange`() throws {
        var generator = SystemRandomNumberGenerator()
        let version = try #require(AppVersion("1.0.0"))
        let newer = try #require(AppVersion("2.0.0"))
        for _ in 0..<300 {
            let rules = try (0..<3).map { _ in
                let from = Samples.now + Int64.random(in: -9...9, using: &generator) * 20_000
                let end = from + Int64.random(in: 1...12, using: &generator) * 30_000
                let state: UpdateRule.State = [.notify, .warn(blocksAt: end), .block].randomElement(using: &generator) ?? .block
                return UpdateRule(
                    try #require(VersionRange(["=1.0.0", "=2.0.0"].randomElement(using: &generator) ?? "")), state, from: from)
            }
            let policy = UpdatePolicy(available: [newer], rules: rules)
            var now = Samples.now - 200_000
            for _ in 0..<40 {
                let verdict = policy.evaluate(version, at: now)
                guard let next = policy.nextChange(for: version, after: now) else {
                    #expect(policy.evaluate(version, at: now + 10_000_000) == verdict)
                    break
                }
                #expect(next > now)
                for instant in [now + 1, (now + next) / 2, next - 1] where instant > now && instant < next {
                    #expect(policy.evaluate(version, at: instant) == verdict)
                }
                now = next
            }
        }
    }
}
