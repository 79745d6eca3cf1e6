// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PythonRun
import StatusList
import TestEnvironment
import Testing

/// PyPI joserfc and Python's zlib refuse the same input (F-J9) and accept this module's output.
struct PythonJudgeTests {
    @Test func `our code and the Python library refuse every faulty list and accept valid lists`() async throws {
        let directory = try TemporaryDirectory()
        var cases = [("as it should be", try RefusalTests.sign(RefusalTests.claims()))]
        for fault in RefusalTests.faults { cases.append((fault.name, try RefusalTests.sign(RefusalTests.claims(fault.change)))) }
        cases += try ["JWT", "statuslist+cwt", "StatusList+jwt", "dc+sd-jwt"].map { type in
            ("typ \(type)", try RefusalTests.sign(RefusalTests.claims(), type: type))
        }
        cases.append(("another key", try RefusalTests.sign(RefusalTests.claims(), by: P256.Signing.PrivateKey())))
        let bomb = StatusListEntries(bits: .one, count: 8_000_000)
        cases.append(("a bomb", try RefusalTests.sign(RefusalTests.claims { $0.set("status_list", .object(bomb.json)) })))
        let task: JSONObject = [
            "key": .object(JWK(RefusalTests.key.publicKey).json), "subject": .string(RefusalTests.uri), "now": .integer(RefusalTests.now),
            "maximum": 4096, "cases": .array(cases.map { .string($0.1) }),
        ]
        try directory.write(task.encode(), to: "cases.json")
        let run = try await PythonRun("StatusListTests/Python/judge.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")

        let verdicts = try JSONDecoder().decode([String?].self, from: Data(directory.bytes("verdicts.json")))
        #expect(verdicts.count == cases.count)
        for (example, verdict) in zip(cases, verdicts) {
            #expect((verdict == nil) == (example.0 == cases[0].0), "\(example.0): \(verdict ?? "accepted")")
        }
    }
}
