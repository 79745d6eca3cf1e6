// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import OpenID4VP
import OpenID4VPWallet
import SDJWT
import Testing
import VerifierWorld

/// What may be approved together: as the sets of the query combine it, in a format that the verifier supports, within the limits. All of it
/// is found before anything is signed.
struct ClientChoiceTests {
    private static func received(_ query: JSONObject, _ changes: [String: JSONValue?] = [:]) async throws -> WalletWalk {
        var walk = try WalletWalk()
        try await walk.receive(walk.claims(query, changes))
        return walk
    }

    /// Expects that each unfit choice is refused and changes nothing, and that each fit one is accepted.
    private static func expect(unfit: [[ChosenPresentation]], fit: [[ChosenPresentation]], at walk: WalletWalk) throws {
        let decide = walk.client.step
        for chosen in unfit {
            var walk = walk
            #expect(throws: PresentationFailure.unfitChoice) { try walk.client.approve(chosen, at: VerifierWorld.time) }
            #expect(walk.client.step == decide)
        }
        for chosen in fit {
            var walk = walk
            try walk.client.approve(chosen, at: VerifierWorld.time)
            #expect(walk.inputs?.count == chosen.count)
        }
    }

    // MARK: Sets

    @Test func `without sets, every credential query is answered or none`() async throws {
        let (card, document) = (try await WalletWalk.chosenPID(), try await WalletWalk.chosenMDoc())
        let walk = try await Self.received(WalletWalk.query(WalletWalk.sdJWT, WalletWalk.mdoc))
        try Self.expect(unfit: [[card], [document]], fit: [[card, document]], at: walk)
    }

    @Test func `of two alternatives, one is presented`() async throws {
        let (card, document) = (try await WalletWalk.chosenPID(), try await WalletWalk.chosenMDoc())
        var query = WalletWalk.query(WalletWalk.sdJWT, WalletWalk.mdoc)
        query.append("credential_sets", [["options": [["pid"], ["mdoc"]]]])
        try Self.expect(unfit: [[card, document]], fit: [[card], [document]], at: try await Self.received(query))
    }

    @Test func `a credential query in no set is not answered`() async throws {
        let (card, document) = (try await WalletWalk.chosenPID(), try await WalletWalk.chosenMDoc())
        var query = WalletWalk.query(WalletWalk.sdJWT, WalletWalk.mdoc)
        query.append("credential_sets", [["options": [["pid"]]]])
        try Self.expect(unfit: [[card, document], [document]], fit: [[card]], at: try await Self.received(query))
    }

    @Test func `claims of one claim set are disclosed, never of two`() async throws {
        var query = WalletWalk.sdJWT
        query.set(
            "claims",
            [["id": "a", "path": ["family_name"]], ["id": "b", "path": ["given_name"]], ["id": "c", "path": ["address"]]])
        query.append("claim_sets", [["a", "c"], ["b"]])
        let unfit = [
            [try await WalletWalk.chosenPID([["family_name"], ["given_name"]])],
            [try await WalletWalk.chosenPID([["given_name"], ["address", "locality"]])],
        ]
        let fit = [
            [try await WalletWalk.chosenPID([["family_name"], ["address", "locality"]])],
            [try await WalletWalk.chosenPID([["given_name"]])],
        ]
        try Self.expect(unfit: unfit, fit: fit, at: try await Self.received(WalletWalk.query(query)))
    }

    // MARK: Formats

    @Test func `nothing is presented in a format that the verifier does not support`() async throws {
        let (card, document) = (try await WalletWalk.chosenPID(), try await WalletWalk.chosenMDoc())
        let metadata: JSONValue = [
            "jwks": ["keys": [.object(VerifierWorld.verifier.encryptionKey.publicKey.json)]], "vp_formats_supported": ["mso_mdoc": [:]],
        ]
        let walk = try await Self.received(WalletWalk.optional(WalletWalk.sdJWT, WalletWalk.mdoc), ["client_metadata": metadata])
        try Self.expect(unfit: [[card], [card, document]], fit: [[document]], at: walk)
    }

    // MARK: Limits

    @Test func `an answer above the limit is found before anything is signed`() async throws {
        var query = WalletWalk.sdJWT
        query.append("multiple", true)
        // In base64url 200,000 bytes, and in the JWE a third more: four do not fit in 1 MiB.
        let name = JSONValue.string(String(repeating: "n", count: 150_000))
        let large = try await TestCards.sdJWT { $0.set("family_name", name) }
        let chosen = ChosenPresentation(queryID: "pid", copy: .sdJWT(large, [["family_name"]]))
        var walk = try await Self.received(WalletWalk.query(query))
        let decide = walk.client.step
        #expect(throws: PresentationFailure.unfitChoice) {
            try walk.client.approve([chosen, chosen, chosen, chosen], at: VerifierWorld.time)
        }
        #expect(walk.client.step == decide)
        try await walk.answer([chosen, chosen, chosen])
        let size = try #require(walk.sent).body.count
        #expect((800_000...AnswerForm.maximumBytes).contains(size))
    }

    @Test(arguments: ContentEncryption.allCases)
    func `an answer up to the last byte of the limit is approved, and none beyond it`(method: ContentEncryption) async throws {
        var query = WalletWalk.sdJWT
        query.append("multiple", true)
        let key = VerifierWorld.verifier.encryptionKey.publicKey.json
        let metadata: JSONValue = [
            "jwks": ["keys": [.object(key)]], "encrypted_response_enc_values_supported": [.string(method.rawValue)],
            "vp_formats_supported": ["dc+sd-jwt": [:]],
        ]
        let walk = try await Self.received(WalletWalk.query(query), ["client_metadata": metadata])
        func chosen(_ count: Int) async throws -> ChosenPresentation {
            let name = JSONValue.string(String(repeating: "n", count: count))
            return ChosenPresentation(
                queryID: "pid", copy: .sdJWT(try await TestCards.sdJWT { $0.set("family_name", name) }, [["family_name"]]))
        }
        func answer(_ presentations: [ChosenPresentation]) async throws -> Int {
            var walk = walk
            try await walk.answer(presentations)
            return try #require(walk.sent).body.count
        }
        let large = Array(repeating: try await chosen(150_000), count: 3)
        let room = AnswerForm.maximumBytes - (try await answer(large + [chosen(100_000)]))
        // A character of the name takes 16/9 bytes of the form: base64url twice.
        var count = 100_000 + room * 9 / 16 - 4
        var size = 0
        for _ in 0..<10 {
            do {
                size = try await answer(large + [chosen(count)])
                count += 1
            } catch PresentationFailure.unfitChoice {
                break
            }
        }
        #expect((AnswerForm.maximumBytes - 4...AnswerForm.maximumBytes).contains(size))
        let beyond = large + [try await chosen(count)]
        var refused = walk
        #expect(throws: PresentationFailure.unfitChoice) { try refused.client.approve(beyond, at: VerifierWorld.time) }
    }

    @Test func `no more presentations than one instruction signs`() async throws {
        var query = WalletWalk.sdJWT
        query.append("multiple", true)
        var other = query
        other.set("id", "other")
        let cards = Array(repeating: try await WalletWalk.chosenPID(), count: 32)
        let others = Array(repeating: try await WalletWalk.chosenPID(for: "other"), count: 33)
        let walk = try await Self.received(WalletWalk.query(query, other))
        try Self.expect(unfit: [cards + others], fit: [cards + others.dropLast()], at: walk)
    }

    // MARK: What is signed

    @Test func `a key binding has the time of the approval, the verifier, its nonce and the hash, and nothing else`() async throws {
        var walk = try await Self.received(WalletWalk.query(WalletWalk.sdJWT))
        try walk.client.approve([try await WalletWalk.chosenPID()], at: VerifierWorld.time.addingTimeInterval(100.9))
        let input = String(decoding: try #require(walk.inputs?.first), as: UTF8.self)
        let payload = try #require(input.split(separator: ".").last)
        let claims = try JSONObject(parsing: Base64URL.decode(payload))
        #expect(claims.members.map { $0.name } == ["iat", "aud", "nonce", "sd_hash"])
        #expect(claims["iat"] == JSONValue.integer(VerifierWorld.now + 100))
        #expect(claims["aud"] == JSONValue.string(walk.verifier.clientID))
        #expect(claims["nonce"] == JSONValue.string(walk.verifier.nonce))
    }
}
