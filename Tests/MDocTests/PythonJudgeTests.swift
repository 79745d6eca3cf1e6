// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import MDoc
import PythonRun
import TestEnvironment
import Testing

/// PyPI pymdoccbor, cbor2 and pycose read this module's output and, with the checks that they leave to their caller, refuse the same input
/// (F-J7).
struct PythonJudgeTests {
    @Test func `the Python libraries read our response and verify its digests and both signatures`() async throws {
        let directory = try TemporaryDirectory()
        let issued = try await Sample.issued(authorizations: KeyAuthorizations(nameSpaces: ["org.example.device"]))
        let document = try await issued.presented(
            disclosing: RoundTripTests.selected, for: Sample.transcript,
            deviceElements: [MDocElement("org.example.device", "battery", .unsigned(80))]
        ) { try Sample.deviceKey.sign($0) }
        try directory.write(DeviceResponse(documents: [document]).encode(), to: "response.cbor")
        try directory.write(Sample.transcript.item.encode(), to: "transcript.cbor")
        try directory.write(TestAuthority.der(Sample.authority.get().root), to: "root.der")
        let run = try await PythonRun("MDocTests/Python/read_ours.py", [directory.url.path])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("device signature valid"), "\(run.output)")
    }

    /// Documents with one error in the issuer's part, and documents with a wrong encoding.
    private static var issuerCases: [(name: String, forgery: Forgery)] {
        var cases = (IssuerMutationTests.signatures + IssuerMutationTests.objects + IssuerMutationTests.items)
            .map { ($0.name, $0.forgery) }
        for spoiler in EncodingTests.spoilers {
            var (item, object) = (Forgery(), Forgery())
            item.encodeItem = { spoiler.spoil($0.encode()) }
            object.encodeObject = { spoiler.spoil($0.encode()) }
            cases += [("item, \(spoiler.name)", item), ("object, \(spoiler.name)", object)]
        }
        return cases
    }

    @Test func `our code and the Python libraries refuse every mutation and accept valid input`() async throws {
        let directory = try TemporaryDirectory()
        var cases: [(name: String, bytes: [UInt8], isPresented: Bool)] = [
            ("issued", try Forgery().issued(), false), ("presented", try Forgery().response(), true),
        ]
        let goodCount = cases.count
        for (name, forgery) in Self.issuerCases {
            cases += [(name, try forgery.issued(), false), (name, try forgery.response(), true)]
        }
        for example in DeviceMutationTests.cases { cases.append((example.name, try example.forgery.response(), true)) }
        for spoiler in EncodingTests.spoilers {
            cases += [
                ("document, \(spoiler.name)", spoiler.spoil(try Forgery().issued()), false),
                ("response, \(spoiler.name)", spoiler.spoil(try Forgery().response()), true),
            ]
        }
        let task = Task(
            root: Self.hex(try TestAuthority.der(Sample.authority.get().root)), transcript: Self.hex(Sample.transcript.item.encode()),
            now: Int(Sample.time.timeIntervalSince1970), docType: Sample.docType.text,
            cases: cases.map { Case(bytes: Self.hex($0.bytes), presented: $0.isPresented) })
        try directory.write(Array(JSONEncoder().encode(task)), to: "cases.json")
        let run = try await PythonRun("MDocTests/Python/judge.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")

        let verdicts = try JSONDecoder().decode([String?].self, from: Data(directory.bytes("verdicts.json")))
        #expect(verdicts.count == cases.count)
        for (example, verdict) in zip(cases, verdicts).prefix(goodCount) { #expect(verdict == nil, "\(example.name)") }
        for (example, verdict) in zip(cases, verdicts).dropFirst(goodCount) {
            #expect(verdict != nil, "\(example.name), presented: \(example.isPresented)")
        }
    }

    private struct Task: Encodable {
        let root, transcript: String
        let now: Int
        let docType: String
        let cases: [Case]
    }

    private struct Case: Encodable {
        let bytes: String
        let presented: Bool
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
