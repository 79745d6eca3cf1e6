// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import OpenID4VP
import Testing

/// Every rule about a request's claims by a request that breaks it: reason, member, code, and whether the code may be posted.
struct RequestRefusalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let changes: [String: JSONValue?]
        let reason: RequestRefusal.Reason
        let member: String
        let code: AuthorizationErrorCode
        let isPosted: Bool

        init(
            _ description: String, _ changes: [String: JSONValue?], _ reason: RequestRefusal.Reason, _ member: String,
            _ code: AuthorizationErrorCode = .invalidRequest, isPosted: Bool = true
        ) {
            testDescription = description
            self.changes = changes
            self.reason = reason
            self.member = member
            self.code = code
            self.isPosted = isPosted
        }
    }

    private static let now = RequestMaker.now
    private static let key = JSONValue.object(RequestMaker.jwk)
    private static let jwks = "client_metadata.jwks"
    private static let methods = "client_metadata.encrypted_response_enc_values_supported"
    private static let formats = "client_metadata.vp_formats_supported"

    private static func withKey(_ name: String, _ value: JSONValue?) -> JSONValue {
        RequestMaker.metadata(keys: [.object(RequestMaker.changed(RequestMaker.jwk, [name: value]))])
    }

    private static func withFormats(_ value: JSONValue) -> JSONValue {
        RequestMaker.metadata(keys: [key], ("vp_formats_supported", value))
    }

    /// In the order in which the rules are checked.
    static let rows: [Row] = [addressRows, timeRows, answerRows, queryRows, metadataRows, formatRows].flatMap(\.self)

    private static let addressRows: [Row] = [
        Row("no client_id", ["client_id": nil], .clientIDPrefix, "client_id", isPosted: false),
        Row("another prefix", ["client_id": "redirect_uri:https://shop.example"], .clientIDPrefix, "client_id", isPosted: false),
        Row("another certificate", ["client_id": .string(otherHash)], .clientIDHash, "client_id", isPosted: false),
        Row("another name", ["client_id": "x509_san_dns:other.example"], .clientIDName, "client_id", isPosted: false),
        Row("a wildcard's name", ["client_id": "x509_san_dns:a.wild.example"], .clientIDName, "client_id", isPosted: false),
        Row("no response_uri", ["response_uri": nil], .responseURI, "response_uri", isPosted: false),
        Row("http", ["response_uri": "http://shop.example/r"], .responseURI, "response_uri", isPosted: false),
        Row("number", ["response_uri": 1], .responseURI, "response_uri", isPosted: false),
        Row("other host", ["response_uri": "https://other.example/r"], .responseURIHost, "response_uri", isPosted: false),
        Row("host below", ["response_uri": "https://a.shop.example/r"], .responseURIHost, "response_uri", isPosted: false),
        Row("host behind", ["response_uri": "https://shop.example.evil/r"], .responseURIHost, "response_uri", isPosted: false),
    ]

    private static let timeRows: [Row] = [
        Row("no aud", ["aud": nil], .audience, "aud"),
        Row("other aud", ["aud": "https://wallet.example"], .audience, "aud"),
        Row("no aud in list", ["aud": ["https://wallet.example"]], .audience, "aud"),
        Row("expired", ["exp": .integer(now - 60)], .expired, "exp"),
        Row("exp is text", ["exp": "soon"], .expired, "exp"),
        Row("nbf ahead", ["nbf": .integer(now + 61)], .notYetValid, "nbf"),
        Row("iat ahead", ["iat": .integer(now + 61)], .notYetValid, "iat"),
        Row("iat is text", ["iat": "now"], .notYetValid, "iat"),
    ]

    private static let answerRows: [Row] = [
        Row("redirect_uri", ["redirect_uri": "https://shop.example/back"], .redirectURI, "redirect_uri"),
        Row("null redirect_uri", ["redirect_uri": .some(.null)], .redirectURI, "redirect_uri"),
        Row("no mode", ["response_mode": nil], .responseMode, "response_mode"),
        Row("unencrypted mode", ["response_mode": "direct_post"], .responseMode, "response_mode"),
        Row("no nonce", ["nonce": nil], .nonce, "nonce"),
        Row("short nonce", ["nonce": .string(String(repeating: "n", count: 21))], .nonce, "nonce"),
        Row("long nonce", ["nonce": .string(String(repeating: "n", count: 1025))], .nonce, "nonce"),
        Row("nonce with a plus", ["nonce": .string(String(repeating: "+", count: 22))], .nonce, "nonce"),
        Row("nonce with an accent", ["nonce": .string(String(repeating: "é", count: 22))], .nonce, "nonce"),
        Row("empty state", ["state": ""], .state, "state"),
        Row("state with a space", ["state": "a b"], .state, "state"),
        Row("long state", ["state": .string(String(repeating: "s", count: 2049))], .state, "state"),
    ]

    private static let queryRows: [Row] = [
        Row("no type", ["response_type": nil], .responseType, "response_type", .unsupportedResponseType),
        Row("another type", ["response_type": "vp_token id_token"], .responseType, "response_type", .unsupportedResponseType),
        Row("no query", ["dcql_query": nil], .noQuery, "dcql_query"),
        Row("query and scope", ["dcql_query": RequestMaker.query(), "scope": "pid"], .queryAndScope, "dcql_query"),
        Row("scope alone", ["dcql_query": nil, "scope": "pid"], .scope, "scope", .invalidScope),
        Row("drafts' query", ["dcql_query": nil, "presentation_definition": [:]], .oldQuery, "dcql_query"),
        Row("drafts' query by reference", ["dcql_query": nil, "presentation_definition_uri": "u"], .oldQuery, "dcql_query"),
        Row("unknown transaction", ["transaction_data": ["e30"]], .transactionData, "transaction_data", .invalidTransactionData),
        Row("empty transaction data", ["transaction_data": []], .transactionData, "transaction_data", .invalidTransactionData),
    ]

    private static let metadataRows: [Row] = [
        Row("no metadata", ["client_metadata": nil], .clientMetadata, "client_metadata"),
        Row("metadata is text", ["client_metadata": "{}"], .clientMetadata, "client_metadata"),
        Row("formats are a list", ["client_metadata": withFormats(["dc+sd-jwt"])], .clientMetadata, formats),
        Row("methods are text", ["client_metadata": withMethods("A256GCM")], .encryptionMethod, methods),
        Row("no jwks", ["client_metadata": [:]], .encryptionKey, jwks),
        Row("no keys", ["client_metadata": RequestMaker.metadata(keys: [])], .encryptionKey, jwks),
        Row("private key", ["client_metadata": withKey("d", "AA")], .encryptionKey, jwks),
        Row("key to sign", ["client_metadata": withKey("use", "sig")], .encryptionKey, jwks),
        Row("key without alg", ["client_metadata": withKey("alg", nil)], .encryptionKey, jwks),
        Row("key without kid", ["client_metadata": withKey("kid", nil)], .encryptionKey, jwks),
        Row("foreign curve", ["client_metadata": withKey("crv", "P-384")], .encryptionKey, jwks),
        Row("off the curve", ["client_metadata": withKey("y", RequestMaker.jwk["x"])], .encryptionKey, jwks),
        Row("no method of ours", ["client_metadata": withMethods(["A128CBC-HS256"])], .encryptionMethod, methods),
        Row("empty methods", ["client_metadata": withMethods([])], .encryptionMethod, methods),
    ]

    private static let formatRows: [Row] = [
        Row(
            "no state without holder binding",
            ["state": nil, "dcql_query": RequestMaker.query(("require_cryptographic_holder_binding", false))], .state, "state"),
        Row("other format", ["client_metadata": withFormats(["mso_mdoc": [:]])], .formats, formats, .vpFormatsNotSupported),
        Row(
            "other issuer's algorithm", ["client_metadata": withFormats(["dc+sd-jwt": ["sd-jwt_alg_values": ["ES384"]]])], .formats,
            formats, .vpFormatsNotSupported),
        Row(
            "other holder's algorithm", ["client_metadata": withFormats(["dc+sd-jwt": ["kb-jwt_alg_values": ["EdDSA"]]])], .formats,
            formats, .vpFormatsNotSupported),
        Row(
            "other algorithm of mdocs",
            [
                "client_metadata": withFormats(["mso_mdoc": ["deviceauth_alg_values": [.integer(-50)]]]),
                "dcql_query": RequestMaker.query(format: "mso_mdoc"),
            ], .formats, formats, .vpFormatsNotSupported),
    ]

    private static let otherHash = "x509_hash:" + Base64URL.encode([UInt8](repeating: 0, count: 32))

    private static func withMethods(_ value: JSONValue) -> JSONValue {
        RequestMaker.metadata(keys: [key], ("encrypted_response_enc_values_supported", value))
    }

    private func refused(_ changes: [String: JSONValue?], walletNonce: String? = nil) -> RequestRefusal? {
        #expect(throws: RequestRefusal.self) {
            try RequestMaker.read(RequestMaker.changed(RequestMaker.claims(), changes), walletNonce: walletNonce)
        }
    }

    @Test(arguments: rows) func `a broken rule is refused with its reason, member and code`(_ row: Row) {
        let refusal = refused(row.changes)
        #expect(refusal?.reason == row.reason)
        #expect(refusal?.member == row.member)
        #expect(refusal?.errorCode == row.code)
        #expect(refusal?.isPosted == row.isPosted)
    }

    @Test func `of two broken rules, the first in the order is reported`() {
        for (index, first) in Self.rows.enumerated() {
            for second in Self.rows[(index + 1)...] where Set(first.changes.keys).isDisjoint(with: second.changes.keys) {
                let both = refused(first.changes.merging(second.changes) { first, _ in first })
                #expect(both?.reason == first.reason, "\(first.testDescription), \(second.testDescription)")
            }
        }
    }

    @Test func `a wallet nonce that was sent must come back`() throws {
        let nonce = "our-nonce"
        for value in [nil, "another", ["our-nonce"], .some(.null)] as [JSONValue?] {
            let refusal = refused(["wallet_nonce": value], walletNonce: nonce)
            #expect(refusal == RequestRefusal(.walletNonce))
            #expect(refusal?.isPosted == true)
        }
        let claims = RequestMaker.changed(RequestMaker.claims(), ["wallet_nonce": .string(nonce)])
        #expect(try RequestMaker.read(claims, walletNonce: nonce).nonce == RequestMaker.nonce)
        // Not sent: the claim says nothing.
        #expect(try RequestMaker.read(claims).nonce == RequestMaker.nonce)
    }

    @Test func `a faulty query is refused with the position of the fault`() throws {
        let many = JSONValue.array((0..<33).map { ["id": .string("q\($0)"), "format": "dc+sd-jwt", "meta": ["vct_values": ["t"]]] })
        let faulty: [JSONValue] = ["{}", [:], ["credentials": []], RequestMaker.query(("claims", [["path": []]])), ["credentials": many]]
        var reasons: Set<RequestRefusal.Reason> = []
        for query in faulty {
            let fault = try #require(throws: DCQLFault.self) { try DCQLQuery(query) }
            let refusal = try #require(refused(["dcql_query": query]))
            #expect(refusal.reason == (fault.reason == .tooLarge ? .queryTooLarge : .queryMalformed))
            #expect(refusal.member == fault.member)
            #expect(refusal.errorCode == .invalidRequest && refusal.isPosted)
            reasons.insert(refusal.reason)
        }
        #expect(reasons == [.queryMalformed, .queryTooLarge])
    }

    @Test func `a query of formats that no wallet of ours has is refused, whatever the verifier lists`() {
        let refusal = refused(["dcql_query": RequestMaker.query(format: "jwt_vc_json")])
        #expect(refusal == RequestRefusal(.formats))
    }

    @Test func `only reasons after the signature name the verifier, and none before is posted`() {
        let unknown: Set<RequestRefusal.Reason> = [
            .linkMalformed, .requestURI, .requestURIMethod, .clientIDPrefix, .wrongSession, .requestUnavailable, .requestMediaType,
            .requestTooLarge, .requestMalformed, .requestType, .requestAlgorithm, .requestHeader, .certificateChain,
            .certificateSelfSigned, .clientIDHash, .clientIDName, .requestSignature, .clientIDMismatch,
        ]
        let codes: [RequestRefusal.Reason: AuthorizationErrorCode] = [
            .requestURIMethod: .invalidRequestURIMethod, .clientIDPrefix: .invalidRequest, .clientIDHash: .invalidRequest,
            .clientIDName: .invalidRequest,
        ]
        for reason in RequestRefusal.Reason.allCases {
            let refusal = RequestRefusal(reason)
            #expect(refusal.isVerifierKnown == !unknown.contains(reason), "\(reason)")
            if unknown.contains(reason) {
                #expect(refusal.errorCode == codes[reason], "\(reason)")
                #expect(!refusal.isPosted, "\(reason)")
            } else {
                #expect(refusal.errorCode != nil, "\(reason)")
            }
            #expect(refusal.description == [reason.rawValue, refusal.member].compactMap { $0 }.joined(separator: " "))
        }
    }
}
