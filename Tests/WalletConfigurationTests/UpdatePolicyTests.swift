// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing
import WalletConfiguration

/// PF1.4: the policy's verdict on a version at an instant.
struct UpdatePolicyTests {
    let samples = Samples()
    private static let day: Int64 = 86_400

    private func policy(_ rules: [(String, UpdateRule.State, Int64?)], available: [String] = []) throws -> UpdatePolicy {
        UpdatePolicy(
            available: try available.map { try #require(AppVersion($0)) },
            rules: try rules.map { UpdateRule(try #require(VersionRange($0.0)), $0.1, from: $0.2) })
    }

    private func evaluate(_ policy: UpdatePolicy, _ version: String, at now: Int64 = Samples.now) throws -> UpdateVerdict {
        policy.evaluate(try #require(AppVersion(version)), at: now)
    }

    @Test func `without rules a version is allowed; of several applicable rules the most severe counts, in any order`() throws {
        let rules: [(String, UpdateRule.State, Int64?)] = [
            ("<5.0.0", .ok, nil), ("<4.0.0", .notify, nil), ("<3.0.0", .recommend, nil),
            ("<2.0.0", .warn(blocksAt: Samples.now + 3 * Self.day), nil), ("<1.5.0", .warn(blocksAt: Samples.now + 2 * Self.day), nil),
            ("<1.0.0", .block, nil),
        ]
        let expected: [(String, UpdateVerdict)] = [
            ("6.0.0", .ok), ("4.5.0", .ok), ("3.5.0", .notify), ("2.5.0", .recommend), ("1.7.0", .warn(daysLeft: 3)),
            ("1.2.0", .warn(daysLeft: 2)), ("0.9.0", .block(isUpdateAvailable: false)),
        ]
        for order in [rules, rules.reversed(), rules.shuffled()] {
            let policy = try policy(order)
            for (version, verdict) in expected { #expect(try evaluate(policy, version) == verdict, "\(version)") }
        }
    }

    @Test func `a rule applies from its first second, and a warning counts down to the block`() throws {
        let end = Samples.now + 2 * Self.day
        let policy = try policy([("<1.0.0", .warn(blocksAt: end), Samples.now)], available: ["1.0.0"])
        for (instant, verdict) in [
            (Samples.now - 1, .ok), (Samples.now, .warn(daysLeft: 2)), (Samples.now + Self.day - 1, .warn(daysLeft: 2)),
            (Samples.now + Self.day, .warn(daysLeft: 1)), (end - 1, .warn(daysLeft: 1)), (end, .block(isUpdateAvailable: true)),
            (.max, .block(isUpdateAvailable: true)), (.min, .ok),
        ] as [(Int64, UpdateVerdict)] {
            #expect(try evaluate(policy, "0.9.0", at: instant) == verdict, "\(instant - Samples.now)")
        }
    }

    @Test(arguments: [
        ([], false), (["1.0.0"], false), (["0.9.0"], false), (["1.1.0"], false), (["1.2.0"], true), (["1.1.0", "1.2.0"], true),
        (["1.2.1"], false), (["1.0.0", "1.3.0"], true),
    ])
    func `an update is available if it is newer and not blocked`(_ available: [String], _ helps: Bool) throws {
        let policy = try policy([("<1.2.0", .block, nil), ("=1.2.1", .warn(blocksAt: Samples.now), nil)], available: available)
        #expect(try evaluate(policy, "1.0.0") == .block(isUpdateAvailable: helps))
    }

    @Test func `no update is available if all versions are blocked`() throws {
        let policy = try policy([(">=0.0.0", .block, nil)], available: ["9.9.9"])
        #expect(try evaluate(policy, "1.0.0") == .block(isUpdateAvailable: false))
    }

    @Test func `verdicts are ordered by severity`() {
        let sorted: [UpdateVerdict] = [
            .ok, .notify, .recommend, .warn(daysLeft: .max), .warn(daysLeft: 30), .warn(daysLeft: 2), .warn(daysLeft: 1),
            .block(isUpdateAvailable: true), .block(isUpdateAvailable: false),
        ]
        #expect(sorted.shuffled().sorted() == sorted)
        for (left, first) in sorted.enumerated() {
            for (right, second) in sorted.enumerated() {
                #expect((first < second) == (left < right) && (first == second) == (left == right))
            }
        }
    }

    @Test func `the contents of an update policy round-trip`() throws {
        #expect(try UpdatePolicy(json: samples.policy).json == samples.policy)
    }

    @Test(
        arguments: [
            ("rules.0.versions", "1.0.0", "rules[0].versions"), ("rules.0.versions", "*", "rules[0].versions"),
            ("rules.0.versions", ">=1.0", "rules[0].versions"), ("rules.0.versions", 1, "rules[0].versions"),
            ("rules.0.state", "Block", "rules[0].state"), ("rules.0.state", nil, "rules[0].state"),
            ("rules.0.blocks_at", "2027-03-01T00:00:00Z", "rules[0].blocks_at"), ("rules.1.blocks_at", nil, "rules[1].blocks_at"),
            ("rules.1.blocks_at", "2027-01-01T00:00:00Z", "rules[1].blocks_at"), ("rules.1.from", 1_800_000_000, "rules[1].from"),
            ("rules.0", [], "rules[0]"), ("rules", nil, "rules"), ("available", nil, "available"), ("available", ["1.2"], "available[0]"),
            ("available", ["1.2.0", "1.2.0"], "available"), ("rules.0.surprise", 1, "rules[0].surprise"), ("surprise", 1, "surprise"),
            ("rules", .array([JSONValue](repeating: ["versions": "<1.0.0", "state": "ok"], count: 129)), "rules"),
            ("available", .array((0..<65).map { .string("1.0.\($0)") }), "available"),
        ] as [(String, JSONValue?, String)])
    func `invalid contents of an update policy are refused with their path`(_ path: String, _ value: JSONValue?, _ place: String) throws {
        do throws(UnacceptableContents) {
            _ = try UpdatePolicy(json: samples.policy.setting(path, value))
            Issue.record("accepted")
        } catch {
            #expect(error.problems.map(\.path) == [place])
        }
    }
}
