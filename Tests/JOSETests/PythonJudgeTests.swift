// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PythonRun
import TestEnvironment
import Testing

/// PyPI joserfc verifies this module's signatures and refuses the same input (F-J3).
struct PythonJudgeTests {
    @Test func `our code and the Python library refuse every mutation and accept valid input`() async throws {
        let key = try RFC7515.privateKey
        let ours = try CompactJWS.sign(header: JWTHeader(type: "test+jwt", keyID: "1").json, payload: Array(#"{"a":"é"}"#.utf8), with: key)
        var cases = [("ours", ours.serialized), ("RFC 7515 A.3", RFC7515.token)]
        let goodCount = cases.count
        let hostile = HostileJWSTests.parts + HostileJWSTests.alphabet + HostileJWSTests.headers + HostileJWSTests.lengths
        cases += hostile.map { ($0.testDescription, $0.text) }
        for header in HostileJWSTests.badHeaders {
            cases.append(("\(header)", try CompactJWS.sign(header: header, payload: [0x7B, 0x7D], with: key).serialized))
        }
        for name in ["jwk", "jku", "x5u", "x5c"] {
            let attacker = P256.Signing.PrivateKey()
            let header: JSONObject = ["alg": "ES256", name: .object(JWK(attacker.publicKey).json)]
            cases.append((name, try CompactJWS.sign(header: header, payload: [0x7B, 0x7D], with: attacker).serialized))
        }
        let task: JSONObject = ["key": .object(JWK(key.publicKey).json), "cases": .array(cases.map { .string($0.1) })]
        let directory = try TemporaryDirectory()
        try directory.write(task.encode(), to: "cases.json")
        let run = try await PythonRun("JOSETests/Python/judge.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")

        let verdicts = try JSONDecoder().decode([String?].self, from: Data(directory.bytes("verdicts.json")))
        #expect(verdicts.count == cases.count)
        for (example, verdict) in zip(cases, verdicts).prefix(goodCount) { #expect(verdict == nil, "\(example.0): \(verdict ?? "")") }
        for (example, verdict) in zip(cases, verdicts).dropFirst(goodCount) { #expect(verdict != nil, "\(example.0)") }
    }
}
