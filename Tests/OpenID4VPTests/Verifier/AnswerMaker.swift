// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JOSE
import JSON
import MDoc
import OpenID4VP
import OpenID4VPVerifier
import SDJWT
import Testing
import VerifierWorld

/// A wallet that answers a request of the verifier. Every value may be changed, as a hostile or faulty wallet would.
struct AnswerMaker {
    var clientID = VerifierWorld.verifier.clientID
    var nonce = VerifierWorld.verifier.nonce
    var state: String? = "state-1"
    var responseURI = VerifierWorld.verifier.responseURI
    var key = VerifierWorld.verifier.encryptionKey
    var issuedAt = VerifierWorld.now

    static let issuerRoots = [VerifierWorld.issuerRoot.certificate]
    static let verifier = AnswerVerifier(sdJWTRoots: issuerRoots, mdocRoots: issuerRoots, mdocProfile: .iso18013)

    /// A query of these credential queries.
    static func query(_ credentials: String..., sets: String? = nil) throws -> DCQLQuery {
        let further = sets.map { #","credential_sets":\#($0)"# } ?? ""
        let text = #"{"credentials":[\#(credentials.joined(separator: ","))]\#(further)}"#
        return try DCQLQuery(JSONValue(parsing: Array(text.utf8)))
    }

    /// A credential query for the card as an SD-JWT.
    ///
    /// - Parameter further: members of the query, each with a comma before it.
    static func sdJWT(
        _ id: String = "pid", type: String = TestCards.sdJWTType, claims: String? = #"[{"path":["family_name"]}]"#, _ further: String = ""
    ) -> String {
        let claims = claims.map { #","claims":\#($0)"# } ?? ""
        return #"{"id":"\#(id)","format":"dc+sd-jwt","meta":{"vct_values":["\#(type)"]}\#(claims)\#(further)}"#
    }

    /// A credential query for the family name, or another element, in the card as an mdoc.
    static func mdoc(_ id: String = "mdoc", type: String = TestCards.documentType.text, element: String = "family_name") -> String {
        let path = #"["\#(TestCards.nameSpace.text)","\#(element)"]"#
        return #"{"id":"\#(id)","format":"mso_mdoc","meta":{"doctype_value":"\#(type)"},"claims":[{"path":\#(path)}]}"#
    }

    /// The request as the verifier keeps it, of the verifier that asks.
    static func expected(_ query: DCQLQuery, types: [String: [String]] = [:]) -> ExpectedAnswer {
        let verifier = VerifierWorld.verifier
        return ExpectedAnswer(
            clientID: verifier.clientID, nonce: verifier.nonce, state: "state-1", responseURI: verifier.responseURI,
            key: verifier.encryptionKey, query: query, types: types)
    }

    /// A presentation of an SD-JWT with key binding.
    func present(_ card: CompactSDJWT, _ paths: [ClaimPath] = [["family_name"]]) async throws -> String {
        let selected = try card.disclosing(paths)
        return try await selected.bound(nonce: nonce, audience: clientID, issuedAt: issuedAt) { try TestCards.sign($0) }.serialized
    }

    /// A device response with an mdoc.
    func present(_ card: IssuerSigned, _ elements: Set<ElementIdentifier> = ["family_name"]) async throws -> String {
        let transcript = SessionTranscript.openID4VP(
            clientID: clientID, nonce: nonce, encryptionKey: key.publicKey, responseURI: responseURI)
        let document = try await card.presented(disclosing: [TestCards.nameSpace: elements], for: transcript) { try TestCards.sign($0) }
        return Base64URL.encode(DeviceResponse(documents: [document]).encode())
    }

    /// The encrypted answer.
    func answer(_ entries: (String, [String])...) throws -> CompactJWE {
        let token = try VPToken(entries: entries.map { VPToken.Entry(id: $0.0, texts: $0.1) }, state: state)
        return try CompactJWE.seal(token.encode(), to: key.publicKey, with: .a256GCM)
    }

    /// The answer with one SD-JWT for the query `pid`, verified.
    static func verify(
        _ text: String, for query: DCQLQuery, types: [String: [String]] = [:]
    ) async throws -> VerifiedCredential {
        let answer = try await verifier.verify(
            AnswerMaker().answer(("pid", [text])), expected(query, types: types), at: VerifierWorld.time)
        return try #require(answer.credentials.first)
    }

    /// Expects that an answer is refused, with this reason and member.
    static func expectRefusal(
        _ reason: AnswerRefusal.Reason, _ member: String, _ detail: String? = nil, of answer: CompactJWE, for query: DCQLQuery,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: AnswerRefusal.self, sourceLocation: sourceLocation) {
            try await verifier.verify(answer, expected(query), at: VerifierWorld.time)
        }
        #expect(error == AnswerRefusal(reason, member: member, detail: detail), sourceLocation: sourceLocation)
    }
}
