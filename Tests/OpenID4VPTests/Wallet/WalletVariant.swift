// SPDX-License-Identifier: EUPL-1.2

import CBOR
import CertificateChain
import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import SDJWT
import Testing
import VerifierWorld

/// The variants of the OpenID Foundation's plan for wallets: the format of the credential, and the prefix of the client identifier.
struct WalletVariant: Sendable, CustomTestStringConvertible {
    let format: QueriedFormat
    /// True for `x509_san_dns`, false for `x509_hash`.
    let isNamed: Bool

    static let all = [QueriedFormat.sdJWT, .mdoc].flatMap { format in
        [false, true].map { WalletVariant(format: format, isNamed: $0) }
    }
    /// The variants of modules about objects and lists, which elements of an mdoc are not asked for inside.
    static let sdJWTs = all.filter { $0.format == .sdJWT }

    var testDescription: String { format.rawValue + (isNamed ? ", x509_san_dns" : ", x509_hash") }

    var verifier: TestVerifier { VerifierWorld.verifier }
    var clientID: String { isNamed ? verifier.nameClientID : verifier.clientID }
    /// The identifier of the same verifier with the other prefix.
    var otherClientID: String { isNamed ? verifier.clientID : verifier.nameClientID }

    // MARK: The query

    /// The path to a claim; in an mdoc, in its name space.
    func path(_ name: String) -> JSONValue {
        format == .sdJWT ? .array([.string(name)]) : .array([.string(TestCards.nameSpace.text), .string(name)])
    }

    /// The query for some claims of the PID, or of a credential that the holder does not have; nil leaves `claims` out.
    func query(_ paths: [JSONValue]?, ofOther isOther: Bool = false, id: String = "pid") -> JSONObject {
        let own = format == .sdJWT ? TestCards.sdJWTType : TestCards.documentType.text
        let type = JSONValue.string(isOther ? "urn:example:other" : own)
        let meta: JSONValue = format == .sdJWT ? ["vct_values": [type]] : ["doctype_value": type]
        var query: JSONObject = ["id": .string(id), "format": .string(format.rawValue), "meta": meta]
        if let paths { query.append("claims", .array(paths.map { .object(["path": $0]) })) }
        return query
    }

    /// The query of most modules.
    var usual: JSONObject { WalletWalk.query(query([path("family_name"), path("given_name")])) }
    /// The claims that ``usual`` asks for.
    static let usualNames: Set<String> = ["family_name", "given_name"]

    // MARK: The wallet

    private var card: QueriedCredential {
        let elements = JSONObject(TestCards.elements.map { ($0.identifier.text, JSONValue.null) })
        return format == .sdJWT
            ? QueriedCredential(
                reference: "card", format: .sdJWT, types: [TestCards.sdJWTType], authorityKeys: [], claims: TestCards.claims,
                withheld: ["recovery_code"])
            : QueriedCredential(
                reference: "card", format: .mdoc, types: [TestCards.documentType.text], authorityKeys: [],
                claims: [TestCards.nameSpace.text: .object(elements)], withheld: ["recovery_code"])
    }

    private func chosen(_ paths: [ClaimPath], for id: String) async throws -> ChosenPresentation {
        guard format == .mdoc else { return try await WalletWalk.chosenPID(paths, for: id) }
        let names = paths.compactMap { path -> ElementIdentifier? in
            guard case .name(let name)? = path.steps.last else { return nil }
            return ElementIdentifier(name)
        }
        return ChosenPresentation(
            queryID: id, copy: .mdoc(try await TestCards.mdoc(), names.isEmpty ? [:] : [TestCards.nameSpace: Set(names)]))
    }

    /// The client identifier, with further changes of the request.
    private func changes(_ further: [String: JSONValue?]) -> [String: JSONValue?] {
        var changes: [String: JSONValue?] = ["client_id": .string(clientID)]
        for (name, value) in further { changes.updateValue(value, forKey: name) }
        return changes
    }

    /// Takes a request and answers it with the PID, or declines because the PID is not what is asked.
    func answered(_ dcql: JSONObject, _ further: [String: JSONValue?] = [:], isPost: Bool = false) async throws -> WalletWalk {
        var walk = try WalletWalk(clientID: clientID, isPost: isPost)
        var changes = changes(further)
        if case .fetch(let request) = walk.client.step, isPost {
            let form = try FormParameters(parsing: request.body)
            let nonce = JSONValue.string(try #require(form["wallet_nonce"]))
            changes.updateValue(nonce, forKey: "wallet_nonce")
        }
        try await walk.receive(walk.claims(dcql, changes))
        let query = try #require(walk.received).request.query
        let match = DCQLMatch(query, in: [card])
        guard let choice = match.standardChoice(usable: { _ in true }, newestFirst: []) else {
            _ = walk.client.decline(.missing)
            return walk
        }
        var presentations: [ChosenPresentation] = []
        for query in match.queries where choice.references[query.id] != nil {
            presentations.append(try await chosen(try #require(query.candidates.first).paths, for: query.id))
        }
        try await walk.answer(presentations)
        return walk
    }

    /// Expects that a request is refused, and what is posted once the person has acted; nil for nothing.
    func expectRefusal(
        _ reason: RequestRefusal.Reason, posting body: String?, _ further: [String: JSONValue?] = [:],
        request change: (inout String) -> Void = { _ in }, header: (inout JSONObject) -> Void = { _ in }
    ) async throws {
        var walk = try WalletWalk(clientID: clientID)
        var text = try walk.verifier.request(walk.claims(usual, changes(further)), change: header)
        change(&text)
        let refusal = RequestRefusal(reason)
        await #expect(throws: PresentationFailure.refused(refusal)) {
            try await walk.client.receiveRequest(WalletWalk.answer(text), at: VerifierWorld.time)
        }
        let posted = walk.client.decline(.refused(refusal))
        #expect(posted.map { String(decoding: $0.body, as: UTF8.self) } == body)
    }

    // MARK: The verifier

    /// The contents of an answer's only credential.
    struct Shown {
        /// The disclosed claims that a holder may withhold.
        let names: Set<String>
        /// The payload of an SD-JWT; nil for an mdoc.
        let payload: JSONObject?
        /// The elements of an mdoc; empty for an SD-JWT.
        let elements: [MDocElement]

        /// True if a claim has the value `true`.
        func isTrue(_ name: String) -> Bool {
            payload?[name] == JSONValue.bool(true) || elements.contains { $0.identifier.text == name && $0.value == .bool(true) }
        }
    }

    /// Verifies the only credential in the answer, as the verifier does.
    func shown(_ walk: WalletWalk) async throws -> Shown {
        let token = try walk.token()
        #expect(token.entries.count == 1 && token.entries.first?.id == "pid")
        let text = try #require(token.entries.first?.texts.first)
        let root = VerifierWorld.issuerRoot.certificate
        guard format == .sdJWT else {
            let transcript = SessionTranscript.openID4VP(
                clientID: clientID, nonce: verifier.nonce, encryptionKey: verifier.encryptionKey.publicKey,
                responseURI: verifier.responseURI)
            let mdocs = MDocVerifier(trust: .certificates(roots: [root], profile: .iso18013), docTypes: [TestCards.documentType])
            let documents = try await mdocs.verify(response: Base64URL.decode(text), for: transcript, at: VerifierWorld.time)
            let elements = try #require(documents.first).elements
            #expect(documents.count == 1)
            return Shown(names: Set(elements.map(\.identifier.text)), payload: nil, elements: elements)
        }
        let sdJWTs = SDJWTVerifier(trust: .certificates(roots: [root]), kind: .credential(types: [TestCards.sdJWTType]))
        let expectation = KeyBindingExpectation(nonce: verifier.nonce, audience: clientID)
        let payload = try await sdJWTs.verify(text, keyBinding: .required(expectation), at: VerifierWorld.time).payload
        return Shown(names: Set(TestCards.claims.members.map { $0.name }.filter { payload.has($0) }), payload: payload, elements: [])
    }
}
