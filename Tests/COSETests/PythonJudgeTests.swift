// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import PythonRun
import TestEnvironment
import Testing

/// PyPI pycose, cbor2 and cryptography, with the checks that they leave to their caller, refuse the same input (F-J7) and accept this
/// module's output.
struct PythonJudgeTests {
    private struct Task: Encodable {
        let key: String
        let cases: [Case]
    }

    private struct Case: Encodable {
        let name: String
        let bytes: String
        let isKey: Bool
        /// True if the libraries leave the check to the caller; nil for valid input.
        let isLeftToCaller: Bool?
    }

    private static func cases() async throws -> [Case] {
        var header = CBORMap()
        header[4] = .bytes([7])
        let ours = try await COSESign1.signed(payload: Sign1Mutations.payload, unprotected: header) { try Sign1Mutations.key.sign($0) }
        let good = [
            ("ours", ours.item, false), ("by hand", try Sign1Mutations.message(), false), ("key", COSEKey(KeyMutations.key).item, true),
        ]
        let messages =
            try Sign1Mutations.algorithms() + Sign1Mutations.headers() + Sign1Mutations.forms() + Sign1Mutations.lengths()
            + Sign1Mutations.signatures()
        return good.map { Case(name: $0, bytes: digits($1), isKey: $2, isLeftToCaller: nil) }
            + messages.map { Case(name: $0.name, bytes: digits($0.item), isKey: false, isLeftToCaller: $0.isLeftToCaller) }
            + KeyMutations.all().map { Case(name: $0.name, bytes: digits($0.item), isKey: true, isLeftToCaller: $0.isLeftToCaller) }
    }

    @Test func `our code and the Python library refuse every mutation and accept valid input`() async throws {
        let directory = try TemporaryDirectory()
        let cases = try await Self.cases()
        let task = Task(key: Self.digits(Array(Sign1Mutations.key.publicKey.rawRepresentation)), cases: cases)
        try directory.write(Array(JSONEncoder().encode(task)), to: "cases.json")
        let run = try await PythonRun("COSETests/Python/judge.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")

        let verdicts = try JSONDecoder().decode([String?].self, from: Data(directory.bytes("verdicts.json")))
        try #require(verdicts.count == cases.count)
        for (example, verdict) in zip(cases, verdicts) {
            // The table records which side refuses: a library that adds a check changes the table.
            #expect(verdict.map { $0.hasPrefix("caller: ") } == example.isLeftToCaller, "\(example.name): \(verdict ?? "accepted")")
        }
    }

    private static func digits(_ item: CBORItem) -> String { digits(item.encode()) }

    private static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
