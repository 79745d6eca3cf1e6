// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JSON
import PythonRun
import SDJWT
import TestEnvironment
import Testing

/// A matcher in plain Python, written from the standard, finds the same.
struct DCQLJudgeTests {
    @Test func `our matcher and one in Python find the same in 5000 generated wallets`() async throws {
        let cases = (1...5000).map { DCQLJudgeCase(seed: UInt64($0)) }
        let directory = try TemporaryDirectory()
        try directory.write(JSONValue.array(cases.map(\.json)).encode(), to: "cases.json")
        let run = try await PythonRun("DCQLTests/Python/dcql.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        let verdicts = try JSONValue(
            parsing: directory.bytes("verdicts.json"), limits: JSONLimits(maximumBytes: 64 * 1024 * 1024)
        ).elements
        try #require(verdicts.count == cases.count)

        var seen: [String: Int] = [:]
        for (number, (example, verdict)) in zip(cases, verdicts).enumerated() {
            let match = DCQLMatch(try DCQLQuery(.object(example.query)), in: example.cards)
            compare(match, example, verdict, "case \(number + 1)")
            count(match, verdict, &seen)
        }
        // Without these, agreement would prove little.
        for name in [
            "format", "type", "authority", "claim", "value", "candidate", "array element", "satisfied", "not satisfied", "accepted",
        ] {
            #expect(seen[name, default: 0] >= 100, "\(name)")
        }
    }

    private func compare(_ match: DCQLMatch, _ example: DCQLJudgeCase, _ verdict: JSONValue, _ name: Comment) {
        #expect(JSONValue.array(match.queries.map(\.json)) == verdict["queries"], name)
        let usable = Set(example.usable)
        let isSatisfied = match.isSatisfied { usable.contains($0) }
        #expect(JSONValue.bool(isSatisfied) == verdict["satisfied"], name)
        let standard = match.standardChoice(usable: { usable.contains($0) }, newestFirst: example.newestFirst)
        let standardJSON = standard?.json ?? JSONValue.null
        #expect(standardJSON == verdict["standard"], name)
        if let standard { #expect(match.accepts(standard), name) }
        let shares = verdict["shares"] == .bool(true)
        #expect(verdict["accepted"]?.elements.count == example.choices.count, name)
        for (choice, isAllowed) in zip(example.choices, verdict["accepted"]?.elements ?? []) {
            let isAccepted = match.accepts(choice)
            // Between sets that share a query, more may be accepted, never less.
            #expect(JSONValue.bool(isAccepted) == isAllowed || isAccepted && shares, name)
        }
    }

    private func count(_ match: DCQLMatch, _ verdict: JSONValue, _ seen: inout [String: Int]) {
        for query in match.queries {
            for miss in query.misses { seen[miss.cause.rawValue, default: 0] += 1 }
            seen["candidate", default: 0] += query.candidates.count
            for step in query.candidates.flatMap(\.paths).flatMap(\.steps) {
                if case .index = step { seen["array element", default: 0] += 1 }
            }
        }
        seen[verdict["satisfied"] == .bool(true) ? "satisfied" : "not satisfied", default: 0] += 1
        seen["accepted", default: 0] += (verdict["accepted"]?.elements ?? []).filter { $0 == .bool(true) }.count
    }
}

extension QueryMatch {
    /// The id, the candidates and the misses, in the judge's order.
    fileprivate var json: JSONValue {
        [
            "id": .string(id),
            "candidates": .array(candidates.map { [.string($0.reference), .array($0.paths.map(\.claimsPath))] }),
            "misses": .array(misses.map { [.string($0.reference), .string($0.cause.rawValue)] }),
        ]
    }
}
