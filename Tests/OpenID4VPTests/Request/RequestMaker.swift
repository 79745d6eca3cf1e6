// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VP
import SwiftASN1
import X509

/// A verifier with a root of its own, and the requests that it signs.
struct RequestMaker {
    /// 2027-01-15 08:00 UTC.
    static let now: Int64 = 1_800_000_000
    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    static let host = "shop.example"
    static let responseURI = "https://shop.example/response/1"
    static let nonce = "nonce-of-22-characters"
    /// The key to which answers are encrypted, without `use`.
    static let jwk: JSONObject = {
        var jwk = JWK(P256.Signing.PrivateKey().publicKey).json
        jwk.append("alg", "ECDH-ES")
        jwk.append("kid", "1")
        return jwk
    }()
    /// An identity for tests without certificates; its `certificate` is not one.
    static let identity = VerifierIdentity(
        tradeName: "Shop", legalName: "Shop B.V.", identifier: "NTRNL-12345678", country: "NL", dnsNames: [host, "*.wild.example"],
        certificate: [1, 2, 3])
    static let hashedID = "x509_hash:" + Base64URL.encode(Array(SHA256.hash(data: [1, 2, 3] as [UInt8])))

    let root, leaf, selfSigned, expired: Certificate
    private let key = P256.Signing.PrivateKey()

    init() throws {
        let (rootKey, leafKey) = (P256.Signing.PrivateKey(), key)
        func make(
            _ name: String, _ key: P256.Signing.PublicKey, by issuer: String, _ issuerKey: P256.Signing.PrivateKey,
            until end: TimeInterval = 86_400, isAuthority: Bool = false
        ) throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key),
                notValidBefore: Self.time.addingTimeInterval(-86_400), notValidAfter: Self.time.addingTimeInterval(end),
                issuer: DistinguishedName { CommonName(issuer) }, subject: DistinguishedName { CommonName(name) },
                extensions: Certificate.Extensions {
                    if isAuthority {
                        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                        Critical(KeyUsage(keyCertSign: true))
                    } else {
                        Critical(KeyUsage(digitalSignature: true))
                        SubjectAlternativeNames([.dnsName(Self.host)])
                    }
                }, issuerPrivateKey: .init(issuerKey))
        }
        root = try make("Root", rootKey.publicKey, by: "Root", rootKey, isAuthority: true)
        leaf = try make("Shop", leafKey.publicKey, by: "Root", rootKey)
        selfSigned = try make("Shop", leafKey.publicKey, by: "Shop", leafKey)
        expired = try make("Shop", leafKey.publicKey, by: "Root", rootKey, until: -1)
    }

    static func der(_ certificate: Certificate) throws -> [UInt8] { try certificate.serializeAsPEM().derBytes }

    /// `client_id` with the hash of a certificate.
    static func clientID(_ certificate: Certificate) throws -> ClientIdentifier {
        try ClientIdentifier("x509_hash:" + Base64URL.encode(Array(SHA256.hash(data: der(certificate)))))
    }

    /// Claims that keep every rule.
    static func claims(clientID: String = hashedID) -> JSONObject {
        [
            "client_id": .string(clientID), "response_uri": .string(responseURI), "aud": "https://self-issued.me/v2",
            "iat": .integer(now), "exp": .integer(now + 300), "response_mode": "direct_post.jwt", "response_type": "vp_token",
            "nonce": .string(nonce), "state": "s.1", "dcql_query": query(),
            "client_metadata": metadata(keys: [.object(jwk)]),
        ]
    }

    static func query(format: String = "dc+sd-jwt", _ further: (String, JSONValue)...) -> JSONValue {
        let meta: JSONValue = format == "mso_mdoc" ? ["doctype_value": "eu.europa.ec.eudi.pid.1"] : ["vct_values": ["urn:eudi:pid:1"]]
        let members: [(String, JSONValue)] = [("id", "pid"), ("format", .string(format)), ("meta", meta)]
        return ["credentials": [.object(JSONObject(members + further))]]
    }

    static func metadata(keys: [JSONValue], _ further: (String, JSONValue)...) -> JSONValue {
        let members: [(String, JSONValue)] = [("jwks", ["keys": .array(keys)])]
        return .object(JSONObject(members + further))
    }

    /// The claims with some set or, with nil, removed.
    static func changed(_ claims: JSONObject, _ changes: [String: JSONValue?]) -> JSONObject {
        var claims = claims
        for (name, value) in changes {
            if let value { claims.set(name, value) } else { _ = claims.remove(name) }
        }
        return claims
    }

    static func read(_ claims: JSONObject, walletNonce: String? = nil) throws(RequestRefusal) -> PresentationRequest {
        try PresentationRequest(claims: claims, now: now, identity: identity, walletNonce: walletNonce)
    }

    /// Signs a request, by default one that keeps every rule.
    func sign(
        _ claims: JSONObject? = nil, header changes: [String: JSONValue?] = [:], chain: [Certificate]? = nil
    ) throws -> [UInt8] {
        let certificates = try (chain ?? [leaf]).map { try Self.der($0) }
        let header: JSONObject = ["typ": "oauth-authz-req+jwt", "alg": "ES256", "x5c": X5C.encode(certificates)]
        let claims = try claims ?? Self.claims(clientID: Self.clientID(leaf).text)
        return Array(try CompactJWS.sign(header: Self.changed(header, changes), payload: claims.encode(), with: key).serialized.utf8)
    }
}
