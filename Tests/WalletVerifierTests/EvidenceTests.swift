// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import Testing
import VerifierWorld
import X509

@testable import WalletVerifier

@Suite("Evidence")
struct EvidenceTests {
    private static let check = EvidenceCheck(
        accessRoots: [VerifierWorld.accessRoot.certificate], sdJWTRoots: [VerifierWorld.issuerRoot.certificate],
        mdocRoots: [VerifierWorld.issuerRoot.certificate], mdocProfile: .iso18013)

    @Test("Evidence is good long after the credential and the session have ended, and only if it was asked for")
    func good() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            _ = try await walk.answer()
            let without = try await world.desk.result(of: walk.created.id, responseCode: nil, for: try world.shop)
            #expect(without.evidence == nil)
        }
        let verdict = await Self.check.verdict(on: try await file().encode())
        #expect(verdict.isGood)
        #expect(verdict.lines.map(\.name) == ["file", "request", "signature", "times", "roots", "presentations", "credential pid"])
        #expect(verdict.lines.allSatisfy { !$0.detail.contains("van der Berg") })
    }

    @Test("A changed byte anywhere is found")
    func tampered() async throws {
        let file = try await file()
        for name in ["payload", "protected", "signature"] {
            guard case .string(let text)? = file[name] else { throw DeskWalk.OtherStep() }
            let bytes = Array(text.utf8)
            for place in stride(from: 0, to: bytes.count - 1, by: max(1, bytes.count / 40)) {
                var changed = bytes
                changed[place] = bytes[place] == 65 ? 66 : 65
                var copy = file
                copy.set(name, .string(String(decoding: changed, as: UTF8.self)))
                #expect(await !Self.check.verdict(on: copy.encode()).isGood)
            }
        }
    }

    @Test("Contents that the party itself changed are found by the other signatures")
    func changed() async throws {
        let file = try await file()
        let changes: [(String, JSONValue, String)] = [
            ("received_at", .integer(VerifierWorld.now + 7200), "request"), ("received_at", .integer(VerifierWorld.now - 7200), "request"),
            ("vp_token", ["pid": ["x~"]], "presentations"), ("vp_token", ["other": ["x~"]], "presentations"),
            ("state", "other", "presentations"), ("sd_jwt_roots", [], "presentations"), ("statuses", [], "statuses"),
            ("request", "x", "request"), ("wallet_nonce", "other", "request"), ("version", 2, "file"), ("types", [], "file"),
        ]
        for (name, value, line) in changes {
            let verdict = await Self.check.verdict(on: try Self.resigned(file) { $0.set(name, value) }.encode())
            #expect(verdict.lines.first { !$0.isGood }?.name == line, "\(name)")
        }
    }

    @Test("Evidence that another key signed, or of roots that the checker does not trust, is not good")
    func foreign() async throws {
        let file = try await file()
        let resigned = try Self.resigned(file, by: P256.Signing.PrivateKey()) { _ in }
        #expect(await Self.check.verdict(on: resigned.encode()).lines.last?.name == "signature")
        let issuers = EvidenceCheck(
            accessRoots: [VerifierWorld.accessRoot.certificate], sdJWTRoots: [VerifierWorld.registrarRoot.certificate], mdocRoots: [],
            mdocProfile: .iso18013)
        #expect(await issuers.verdict(on: file.encode()).lines.last?.name == "roots")
        let access = EvidenceCheck(
            accessRoots: [VerifierWorld.falseAccessRoot.certificate], sdJWTRoots: [VerifierWorld.issuerRoot.certificate], mdocRoots: [],
            mdocProfile: .iso18013)
        #expect(await access.verdict(on: file.encode()).lines.last?.name == "request")
        for garbage in ["", "{}", "[]", #"{"payload":"","protected":"","signature":""}"#] {
            #expect(await Self.check.verdict(on: Array(garbage.utf8)).lines.map(\.name) == ["file"])
        }
    }

    /// A file of an accepted answer.
    private func file() async throws -> JSONObject {
        var file: JSONObject?
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world, evidence: true)
            _ = try await walk.answer()
            file = try await world.desk.result(of: walk.created.id, responseCode: nil, for: try world.shop).evidence
        }
        return try #require(file)
    }

    /// The file with changed contents, signed again.
    private static func resigned(
        _ file: JSONObject, by key: P256.Signing.PrivateKey = VerifierWorld.verifier.signer.key, _ change: (inout JSONObject) -> Void
    ) throws -> JSONObject {
        guard case .string(let payload)? = file["payload"], case .string(let protected)? = file["protected"] else {
            throw DeskWalk.OtherStep()
        }
        var contents = try JSONObject(parsing: Base64URL.decode(payload))
        change(&contents)
        let header = try JSONObject(parsing: Base64URL.decode(protected))
        let parts = try CompactJWS.sign(header: header, payload: contents.encode(), with: key).serialized.split(separator: ".")
        return ["payload": .string(String(parts[1])), "protected": .string(String(parts[0])), "signature": .string(String(parts[2]))]
    }
}
