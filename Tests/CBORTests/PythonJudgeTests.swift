// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import PythonRun
import TestEnvironment
import Testing

/// PyPI cbor2, with the checks that it leaves to its caller, refuses the same input (F-J7) and decodes this module's output.
struct PythonJudgeTests {
    private struct Case: Encodable {
        let hex: String
        let isOrdered: Bool
    }

    /// Bytes after a complete item.
    private static let trailing = ["0000", "a000", "4100ff", "f6f6"].map {
        RefusedInput(hex: $0, code: .trailingBytes, strictness: .wellFormed)
    }

    @Test func `cbor2 refuses every refused input of the tables and decodes our output`() async throws {
        let good = AppendixARow.all.compactMap { row in (try? CBORItem(decoding: hex(row.hex)))?.encodeDeterministically() }
        let refused = RefusedInput.notWellFormed + RefusedInput.notValid + RefusedInput.notDeterministic + Self.trailing
        let cases =
            good.map { Case(hex: hex($0), isOrdered: true) }
            + refused.map { Case(hex: $0.hex, isOrdered: $0.strictness == .coreDeterministic) }
        let directory = try TemporaryDirectory()
        try directory.write(Array(JSONEncoder().encode(cases)), to: "cases.json")
        let run = try await PythonRun("CBORTests/Python/judge.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")

        let verdicts = try JSONDecoder().decode([String?].self, from: Data(directory.bytes("verdicts.json")))
        try #require(verdicts.count == cases.count)
        for (example, verdict) in zip(cases, verdicts).prefix(good.count) { #expect(verdict == nil, "\(example.hex): \(verdict ?? "")") }
        for (row, verdict) in zip(refused, verdicts.dropFirst(good.count)) {
            #expect(verdict != nil, "\(row)")
            // Input that only cbor2 accepts; for these two it reports the early end first.
            let isLeftToCaller =
                [.duplicateKey, .trailingBytes, .notShortest, .indefiniteLength, .keyOrder].contains(row.code)
                && !["bf01020102", "bf000000ff"].contains(row.hex)
            #expect(verdict?.hasPrefix("caller: ") == isLeftToCaller, "\(row): \(verdict ?? "accepted")")
        }
    }
}
