// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import Testing
import X509

/// The signed object: form, header, certificate, signature, and whose it must be.
struct SignedRequestTests {
    private let maker: RequestMaker
    private let clientID: ClientIdentifier

    init() throws {
        maker = try RequestMaker()
        clientID = try RequestMaker.clientID(maker.leaf)
    }

    private func verified(
        _ body: [UInt8], clientID: ClientIdentifier? = nil, roots: [Certificate]? = nil, walletNonce: String? = nil
    ) async throws(RequestRefusal) -> (request: PresentationRequest, identity: VerifierIdentity) {
        try await SignedRequest(parsing: body).verified(
            roots: roots ?? [maker.root], clientID: clientID ?? self.clientID, walletNonce: walletNonce, at: RequestMaker.time)
    }

    /// Expects that a body is refused before the verifier is known, so that nothing is posted.
    private func expect(
        _ reason: RequestRefusal.Reason, _ member: String?, _ body: [UInt8], clientID: ClientIdentifier? = nil,
        roots: [Certificate]? = nil, _ comment: Comment? = nil
    ) async {
        let refusal = await #expect(throws: RequestRefusal.self, comment) {
            _ = try await verified(body, clientID: clientID, roots: roots)
        }
        #expect(refusal?.reason == reason, comment)
        #expect(refusal?.member == member, comment)
        #expect(refusal?.isPosted == false && refusal?.isVerifierKnown == false, comment)
    }

    @Test func `a signed request is read with the identity of its certificate, by hash and by name`() async throws {
        let byHash = try await verified(maker.sign())
        #expect(byHash.request.clientID == clientID)
        #expect(try byHash.identity.certificate == RequestMaker.der(maker.leaf))
        #expect(byHash.identity.dnsNames == [RequestMaker.host])
        let name = try ClientIdentifier("x509_san_dns:shop.example")
        let byName = try await verified(maker.sign(RequestMaker.claims(clientID: name.text)), clientID: name)
        #expect(byName.request.clientID == name)
    }

    @Test func `an answer with another status or media type is refused`() throws {
        let body = try maker.sign()
        let request = try SignedRequest(VerifierAnswer(status: 200, mediaType: SignedRequest.mediaType, body: body))
        #expect(Array(request.text.utf8) == body)
        for status in [201, 302, 404, 500] {
            #expect(throws: RequestRefusal(.requestUnavailable)) {
                try SignedRequest(VerifierAnswer(status: status, mediaType: SignedRequest.mediaType, body: body))
            }
        }
        for mediaType in ["", "application/jwt", "text/html"] {
            #expect(throws: RequestRefusal(.requestMediaType)) {
                try SignedRequest(VerifierAnswer(status: 200, mediaType: mediaType, body: body))
            }
        }
    }

    @Test func `a body that is no request object, or has another typ or alg, is refused`() async throws {
        let body = try maker.sign()
        for malformed in [[], Array("{}".utf8), Array(body.dropLast(4)), body + body, body + [0x0A], [0xFF] + body] as [[UInt8]] {
            await expect(.requestMalformed, nil, malformed)
        }
        await expect(.requestTooLarge, nil, [UInt8](repeating: 0x41, count: SignedRequest.maximumBytes + 1))
        let deep = (0..<16).reduce(JSONValue.null) { value, _ in [value] }
        await expect(.requestMalformed, nil, try maker.sign(["client_id": deep]))
        for type in [nil, "JWT", "OAUTH-AUTHZ-REQ+JWT", .some(.null)] as [JSONValue?] {
            await expect(.requestType, "typ", try maker.sign(header: ["typ": type]))
        }
        for algorithm in [nil, "none", "ES384", "HS256"] as [JSONValue?] {
            await expect(.requestAlgorithm, "alg", try maker.sign(header: ["alg": algorithm]))
        }
    }

    @Test(arguments: ["crit", "b64", "zip", "cty", "jwk", "jku", "x5u"])
    func `a header member that changes the meaning is refused by its name`(_ name: String) async throws {
        await expect(.requestHeader, name, try maker.sign(header: [name: "x"]))
    }

    @Test func `other header members are ignored`() async throws {
        _ = try await verified(maker.sign(header: ["kid": "1", "x5t#S256": "x", "iss": "x"]))
    }

    @Test func `a certificate that no root vouches for is refused`() async throws {
        for chain in [nil, [], "text", ["not base64"]] as [JSONValue?] {
            await expect(.certificateChain, "x5c", try maker.sign(header: ["x5c": chain]))
        }
        await expect(.certificateChain, "x5c", try maker.sign(chain: [maker.expired]), clientID: try RequestMaker.clientID(maker.expired))
        await expect(.certificateChain, "x5c", try maker.sign(chain: [maker.leaf, maker.root]))
        await expect(.certificateChain, "x5c", try maker.sign(), roots: [])
        await expect(.certificateChain, "x5c", try maker.sign(), roots: [try RequestMaker().root])
        let selfSigned = try RequestMaker.clientID(maker.selfSigned)
        await expect(
            .certificateSelfSigned, "x5c",
            try maker.sign(RequestMaker.claims(clientID: selfSigned.text), chain: [maker.selfSigned]), clientID: selfSigned,
            roots: [maker.selfSigned])
    }

    @Test func `a request under another party's client_id is refused`() async throws {
        let other = try RequestMaker.clientID(RequestMaker().leaf)
        await expect(.clientIDHash, "client_id", try maker.sign(RequestMaker.claims(clientID: other.text)), clientID: other)
        let otherName = try ClientIdentifier("x509_san_dns:other.example")
        await expect(.clientIDName, "client_id", try maker.sign(RequestMaker.claims(clientID: otherName.text)), clientID: otherName)
        // Both are the verifier's own, and yet the link's is the one that counts.
        await expect(.clientIDMismatch, "client_id", try maker.sign(RequestMaker.claims(clientID: "x509_san_dns:shop.example")))
        await expect(
            .clientIDMismatch, "client_id", try maker.sign(RequestMaker.changed(RequestMaker.claims(), ["client_id": nil])))
    }

    @Test func `a change of any part of what is signed is refused`() async throws {
        let parts = String(decoding: try maker.sign(), as: UTF8.self).split(separator: ".").map(String.init)
        var claims = RequestMaker.claims(clientID: clientID.text)
        claims.set("response_uri", "https://shop.example/response/2")
        let otherClaims = Base64URL.encode(claims.encode())
        await expect(.requestSignature, "signature", Array("\(parts[0]).\(otherClaims).\(parts[2])".utf8))
        let jws = try CompactJWS(parsing: parts.joined(separator: "."))
        for index in [0, 31, 32, 63] {
            var signature = jws.signature
            signature[index] ^= 1
            await expect(
                .requestSignature, "signature", Array("\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))".utf8), "byte \(index)")
        }
        // The same certificate with another party's signature.
        await expect(.requestSignature, "signature", try RequestMaker().sign(chain: [maker.leaf]))
    }

    @Test func `a refusal after the signature can name the verifier and be posted to it`() async throws {
        let claims = RequestMaker.changed(RequestMaker.claims(clientID: clientID.text), ["transaction_data": ["e30"]])
        let authentic = try await SignedRequest(parsing: maker.sign(claims)).authenticated(
            roots: [maker.root], clientID: clientID, at: RequestMaker.time)
        #expect(throws: RequestRefusal(.transactionData)) { try authentic.request(walletNonce: nil, now: RequestMaker.now) }
        #expect(authentic.identity.dnsNames == [RequestMaker.host])
        #expect(authentic.replyAddress?.responseURI.text == RequestMaker.responseURI)
        #expect(authentic.replyAddress?.state == "s.1")
    }

    @Test func `nothing is posted to a foreign address, and a faulty state is not sent back`() async throws {
        let claims = RequestMaker.claims(clientID: clientID.text)
        let foreign = RequestMaker.changed(claims, ["response_uri": "https://other.example/r"])
        let authentic = try await SignedRequest(parsing: maker.sign(foreign)).authenticated(
            roots: [maker.root], clientID: clientID, at: RequestMaker.time)
        #expect(authentic.replyAddress == nil)
        let faulty = RequestMaker.changed(claims, ["state": "a&error=b"])
        let other = try await SignedRequest(parsing: maker.sign(faulty)).authenticated(
            roots: [maker.root], clientID: clientID, at: RequestMaker.time)
        #expect(other.replyAddress != nil)
        #expect(other.replyAddress?.state == nil)
    }

    @Test func `the wallet nonce is part of what is verified`() async throws {
        let claims = RequestMaker.changed(RequestMaker.claims(clientID: clientID.text), ["wallet_nonce": "ours"])
        _ = try await verified(maker.sign(claims), walletNonce: "ours")
        await #expect(throws: RequestRefusal(.walletNonce)) { _ = try await verified(maker.sign(claims), walletNonce: "other") }
    }
}
