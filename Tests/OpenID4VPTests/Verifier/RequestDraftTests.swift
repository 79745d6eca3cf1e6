// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import Testing
import VerifierWorld
import X509

/// Requests that the verifier makes: wallets accept them, and those that wallets refuse are found before they are sent.
struct RequestDraftTests {
    private static let now = VerifierWorld.now

    /// The values of a draft that the tests change.
    private struct Values {
        var clientID = VerifierWorld.verifier.clientID
        var certificates = VerifierWorld.verifier.signer.chain
        var responseURI = VerifierWorld.verifier.responseURI
        var credentials = [AnswerMaker.sdJWT()]
        var nonce = VerifierWorld.verifier.nonce
        var state = "state-1"
        var key = VerifierWorld.verifier.encryptionKey.publicKey
        var registration: String?
        var walletNonce: String?
        var expiresAt = VerifierWorld.now + 300

        var draft: RequestDraft {
            get throws {
                let text = #"{"credentials":[\#(credentials.joined(separator: ","))]}"#
                return RequestDraft(
                    clientID: try ClientIdentifier(clientID), certificates: certificates,
                    responseURI: try #require(HTTPSURL(responseURI)), query: try DCQLQuery(JSONValue(parsing: Array(text.utf8))),
                    nonce: nonce, state: state, key: key, registration: registration, walletNonce: walletNonce,
                    issuedAt: VerifierWorld.now, expiresAt: expiresAt)
            }
        }
    }

    private static func registration(_ verifier: TestVerifier = VerifierWorld.verifier, until end: Int64? = nil) throws -> String {
        var claims = verifier.registrationClaims([
            [
                "format": "dc+sd-jwt", "meta": ["vct_values": [.string(TestCards.sdJWTType)]],
                "claim": [["path": ["family_name"]], ["path": ["address"]]],
            ]
        ])
        if let end { claims.set("exp", .integer(end)) }
        return try TestVerifier.register(claims)
    }

    // MARK: Requests that wallets accept

    @Test func `a wallet accepts the signed request and finds everything in it`() async throws {
        var values = Values()
        values.registration = try Self.registration()
        let draft = try values.draft
        #expect(await draft.faults(now: Self.now) == [])
        let signer = VerifierWorld.verifier.signer
        let jws = try draft.unsigned.signed(with: signer.sign(draft.unsigned.signingInput))
        let (request, identity) = try await SignedRequest(parsing: Array(jws.utf8)).verified(
            roots: [VerifierWorld.accessRoot.certificate], clientID: draft.clientID, walletNonce: nil, at: VerifierWorld.time)
        #expect(identity.certificate == signer.chain[0])
        #expect(request.clientID == draft.clientID && request.responseURI == draft.responseURI && request.query == draft.query)
        #expect(request.nonce == draft.nonce && request.state == draft.state && request.expiresAt == draft.expiresAt)
        #expect(request.encryptionKey == draft.key && request.encryptionMethod == .a256GCM)
        #expect(request.metadata.methods == ["A256GCM", "A128GCM"])
        #expect(request.attachments.map(\.format) == ["registration_cert"] && request.attachments[0].credentialIDs == nil)
        #expect(request.attachments[0].data == values.registration.map(JSONValue.string))
    }

    @Test func `MethodPost: the wallet's nonce is in the request, and without one there is none`() async throws {
        var values = Values()
        #expect(try values.draft.unsigned.claims.has("wallet_nonce") == false)
        values.walletNonce = "wallet-nonce-of-the-phone"
        let draft = try values.draft
        #expect(draft.unsigned.claims["wallet_nonce"] == "wallet-nonce-of-the-phone")
        #expect(await draft.faults(now: Self.now) == [])
    }

    @Test func `both formats and an intermediate certificate are without fault`() async throws {
        var authority = TestCertificate(name: "authority")
        authority.isAuthority = true
        var certificate = TestCertificate(name: "shop")
        certificate.dnsNames = [VerifierWorld.verifier.host]
        let signer = try VerifierWorld.accessRoot.certify(authority).certify(certificate)
        var values = Values()
        (values.certificates, values.clientID) = (signer.chain, VerifierWorld.verifier.nameClientID)
        values.credentials.append(AnswerMaker.mdoc())
        #expect(try await values.draft.faults(now: Self.now) == [])
    }

    // MARK: Requests that wallets refuse

    @Test func `every fault is found, with the reason and member of the wallet's refusal`() async throws {
        let changes: [(reason: String, member: String, change: (inout Values) -> Void)] = [
            ("response_uri_host", "response_uri", { $0.responseURI = VerifierWorld.otherVerifier.responseURI }),
            ("nonce", "nonce", { $0.nonce = "short" }), ("state", "state", { $0.state = "a b" }), ("expired", "exp", { $0.expiresAt = 1 }),
            ("client_id_hash", "client_id", { $0.clientID = VerifierWorld.otherVerifier.clientID }),
            ("client_id_name", "client_id", { $0.clientID = VerifierWorld.otherVerifier.nameClientID }),
            (
                "formats", "client_metadata.vp_formats_supported",
                { $0.credentials = [#"{"id":"a","format":"jwt_vc_json","meta":{}}"#] }
            ),
            ("encryption_key", "client_metadata.jwks", { $0.key = EncryptionKey($0.key.key, keyID: "é") }),
            ("encryption_key", "client_metadata.jwks", { $0.key = EncryptionKey($0.key.key, keyID: nil) }),
            ("certificate_chain", "x5c", { $0.certificates = [] }), ("certificate_chain", "x5c", { $0.certificates = [[1]] }),
            ("certificate_chain", "x5c", { $0.certificates += VerifierWorld.otherVerifier.signer.chain }),
        ]
        for (reason, member, change) in changes {
            var values = Values()
            change(&values)
            let faults = try await values.draft.faults(now: Self.now)
            #expect(faults.map(\.description) == ["\(reason) \(member)"])
        }
    }

    @Test func `a root in the chain, and a certificate that is self-signed, expired or not for signing, are faults`() async throws {
        let root = VerifierWorld.accessRoot.certificate
        var expired = TestCertificate(name: "shop")
        (expired.dnsNames, expired.until) = ([VerifierWorld.verifier.host], -1)
        var (authority, sealing) = (TestCertificate(name: "shop"), TestCertificate(name: "shop"))
        (authority.dnsNames, authority.isAuthority) = ([VerifierWorld.verifier.host], true)
        (sealing.dnsNames, sealing.usage) = ([VerifierWorld.verifier.host], KeyUsage(keyEncipherment: true))
        let chains: [(reason: String, chain: [[UInt8]])] = [
            ("certificate_chain", try VerifierWorld.accessRoot.certify(authority).chain),
            ("certificate_chain", try VerifierWorld.accessRoot.certify(sealing).chain),
            ("certificate_chain", VerifierWorld.verifier.signer.chain + [try root.der]), ("certificate_self_signed", [try root.der]),
            ("certificate_chain", try VerifierWorld.accessRoot.certify(expired).chain),
        ]
        for (reason, chain) in chains {
            var values = Values()
            values.certificates = chain
            let faults = try await values.draft.faults(now: Self.now)
            #expect(faults.map(\.description) == ["\(reason) x5c"])
        }
    }

    // MARK: The registration

    @Test func `the registration of another party is a fault, and one that cannot be read or has expired`() async throws {
        let registrations = [
            ("registration_of_other", try Self.registration(VerifierWorld.otherVerifier)),
            ("registration_unusable", try Self.registration(until: Self.now)), ("registration_unusable", "a.b.c"),
            ("registration_unusable", try TestVerifier.register(["service": "old", "iat": .integer(Self.now)])),
        ]
        for (reason, text) in registrations {
            var values = Values()
            values.registration = text
            let faults = try await values.draft.faults(now: Self.now)
            #expect(faults.map(\.description) == ["\(reason) verifier_info"])
        }
    }

    @Test func `a registration that wallets would not take from its registrar is a fault`() async throws {
        var claims = VerifierWorld.verifier.registrationClaims([
            ["format": "dc+sd-jwt", "meta": ["vct_values": [.string(TestCards.sdJWTType)]], "claim": [["path": ["family_name"]]]]
        ])
        let right = try TestVerifier.register(claims)
        let signed = right.split(separator: ".")
        let forged = "\(signed[0]).\(signed[1]).\(Base64URL.encode([UInt8](repeating: 1, count: 64)))"
        var registrations = [
            forged, try TestVerifier.register(claims) { $0.set("typ", "JWT") }, try TestVerifier.register(claims) { $0.set("alg", "none") },
            try TestVerifier.register(claims) { _ = $0.remove("x5c") },
            try TestVerifier.register(claims) { $0.set("x5c", X5C.encode(VerifierWorld.issuer.chain)) },
        ]
        for (name, value) in [("iat", Self.now + 1), ("nbf", Self.now + 1), ("exp", Self.now + 366 * 86_400)] {
            var changed = claims
            changed.set(name, .integer(value))
            registrations.append(try TestVerifier.register(changed))
        }
        _ = claims.remove("exp")
        registrations.append(try TestVerifier.register(claims))
        var values = Values()
        values.registration = right
        #expect(try await values.draft.faults(now: Self.now) == [])
        for (index, text) in registrations.enumerated() {
            values.registration = text
            let faults = try await values.draft.faults(now: Self.now)
            #expect(faults.map(\.description) == ["registration_unusable verifier_info"], "\(index)")
        }
    }

    @Test func `each claim and type that is not registered is named by its place`() async throws {
        var values = Values()
        values.registration = try Self.registration()
        let claims = #"[{"path":["family_name"]},{"path":["given_name"]},{"path":["address","locality"]},{"path":["nationalities",0]}]"#
        values.credentials = [AnswerMaker.sdJWT(claims: claims), AnswerMaker.mdoc()]
        let faults = try await values.draft.faults(now: Self.now)
        let places = [
            "credentials[0].claims[1].path", "credentials[0].claims[3].path", "credentials[1].meta", "credentials[1].claims[0].path",
        ]
        #expect(faults == places.map { RequestFault(.overAsking, member: $0) })
    }

    @Test func `no two reasons have the same code`() {
        let codes = RequestFault.Reason.allCases.map(\.rawValue)
        #expect(Set(codes).count == codes.count && codes.count == RequestRefusal.Reason.allCases.count + 6)
    }
}
