// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages
import OpenID4VP

/// How a verifier's request reaches the wallet.
extension FuzzTarget {
    /// A link or QR code.
    static let presentationLink = FuzzTarget(
        "presentation-link",
        seeds: {
            let query = "client_id=x509_san_dns%3Averifier.example&request_uri=https%3A%2F%2Fverifier.example%2F1"
            let hash = "x509_hash%3A" + Base64URL.encode([UInt8](repeating: 1, count: 32))
            return [
                "openid4vp://?\(query)", "haip-vp://authorize?\(query)&request_uri_method=post",
                "eu-eaap:?\(query)%3Fsession_type%3Dsame_device",
                "https://app.example/link/disclosure?\(query)%3Fa%3Db%26session_type%3Dcross_device#fragment",
                "openid4vp://?client_id=\(hash)&request_uri=https%3A%2F%2Fverifier.example&request_uri_method=get",
                "openid4vp://?\(query)&request_uri_method=POST", "openid4vp://?\(query)&client_id=a", "openid4vp://?client_id=a",
                "openid4vp://?client_id=redirect_uri%3Ahttps%3A%2F%2Fverifier.example", "other://?\(query)",
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let link = try? PresentationLink(parsing: String(decoding: input, as: UTF8.self)) else { return .refused }
            let again = try? PresentationLink(parsing: link.link(base: "openid4vp://"))
            try FuzzFinding.unless(again == link, "a link that is not read as it was written")
            return .accepted
        })

    /// A whole request object. An accepted one has the certificate of the only verifier.
    static let requestObject = FuzzTarget(
        "request-object", mutations: 100,
        seeds: {
            [try FuzzVerifier.sign(FuzzVerifier.claims.encode()), try FuzzVerifier.sign([0x7B, 0x7D]), Array("e30.e30.AA".utf8)]
        },
        run: { input async throws(FuzzFinding) in
            guard let signed = try? SignedRequest(parsing: input) else { return .refused }
            try FuzzFinding.unless(signed.text.utf8.elementsEqual(input), "a request object that is not kept as it was received")
            guard
                let verified = try? await signed.verified(
                    roots: [FuzzParties.root], clientID: FuzzVerifier.clientID, walletNonce: FuzzVerifier.walletNonce, at: FuzzParties.time)
            else { return .refused }
            try FuzzFinding.unless(
                verified.identity.certificate == FuzzParties.der(FuzzVerifier.certificate), "a request of an unknown verifier")
            return .accepted
        })

    /// The claims of a request object, which the target signs itself, because they are read only behind a valid signature.
    ///
    /// A refusal is posted to an address of the verifier only, or not at all.
    static let requestClaims = FuzzTarget(
        "request-claims", mutations: 100,
        seeds: {
            let claims = FuzzVerifier.claims
            let changes: [(String, JSONValue)] = [
                ("response_uri", "https://other.example"), ("aud", ["https://self-issued.me/v2", "a"]), ("exp", 1), ("nonce", "short"),
                ("scope", "a"), ("transaction_data", []), ("client_metadata", [:]), ("dcql_query", ["credentials": []]),
                ("response_mode", "direct_post"), ("wallet_nonce", "other"),
            ]
            return [claims.encode()]
                + changes.map { name, value -> [UInt8] in
                    var changed = claims
                    changed.set(name, value)
                    return changed.encode()
                }
        },
        run: { input async throws(FuzzFinding) in
            guard let text = try? FuzzVerifier.sign(input), let signed = try? SignedRequest(parsing: text),
                let authentic = try? await signed.authenticated(
                    roots: [FuzzParties.root], clientID: FuzzVerifier.clientID, at: FuzzParties.time)
            else { return .refused }
            let reply = authentic.replyAddress
            let result = Result { () throws(RequestRefusal) -> PresentationRequest in
                try authentic.request(walletNonce: FuzzVerifier.walletNonce, now: FuzzParties.now)
            }
            switch result {
            case .failure(let refusal):
                try FuzzFinding.unless(refusal.isPosted == (reply != nil), "a refusal without an address, or the reverse")
                return .refused
            case .success(let request):
                try FuzzFinding.unless(
                    request.clientID == FuzzVerifier.clientID && request.responseURI.host.lowercased() == FuzzVerifier.host,
                    "an answer to another party")
                try FuzzFinding.unless(
                    reply?.responseURI == request.responseURI && reply?.state == request.state, "an error to another address")
                try FuzzFinding.unless(
                    request.nonce.utf8.count >= 22 && request.metadata.keys.contains(request.encryptionKey),
                    "a nonce or a key that may not be used")
                try FuzzFinding.unless((request.expiresAt ?? .max) > FuzzParties.now - 60, "a request that has expired")
                return .accepted
            }
        })
}
