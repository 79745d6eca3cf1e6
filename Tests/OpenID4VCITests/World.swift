// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import SwiftASN1
import X509

/// Names, keys and certificates of all parties.
enum World {
    static let now: Int64 = 1_800_000_000
    static let issuer = url("https://issuer.example/tenant")
    static let server = url("https://login.example")
    static let clientID = "https://wallet.example/app"
    static let redirectURI = "https://wallet.example/back"

    static let dpopKey = P256.Signing.PrivateKey()
    static let instanceKey = P256.Signing.PrivateKey()
    static let providerKey = P256.Signing.PrivateKey()
    static let rootKey = P256.Signing.PrivateKey()
    static let root = certificate("root", rootKey.publicKey, authority: true)
    static let providerCertificate = certificate("wallet provider", providerKey.publicKey, authority: false)
    static let trust = IssuerTrust.certificates(roots: [root])

    static func url(_ text: String) -> HTTPSURL {
        guard let url = HTTPSURL(text) else { preconditionFailure("no address: \(text)") }
        return url
    }

    private static func certificate(_ name: String, _ key: P256.Signing.PublicKey, authority: Bool) -> Certificate {
        do {
            let time = Date(timeIntervalSince1970: Double(now))
            return try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key),
                notValidBefore: time.addingTimeInterval(-86_400),
                notValidAfter: time.addingTimeInterval(86_400), issuer: DistinguishedName { CommonName("root") },
                subject: DistinguishedName { CommonName(name) },
                extensions: Certificate.Extensions {
                    Critical(authority ? BasicConstraints.isCertificateAuthority(maxPathLength: 0) : .notCertificateAuthority)
                    Critical(authority ? KeyUsage(keyCertSign: true) : KeyUsage(digitalSignature: true))
                }, issuerPrivateKey: .init(rootKey))
        } catch {
            preconditionFailure("no certificate: \(error)")
        }
    }

    static var chain: [[UInt8]] {
        get throws { [try providerCertificate.serializeAsPEM().derBytes] }
    }

    static func attestationClaims(expiresAt: Int64 = now + 3600) -> WalletAttestation {
        WalletAttestation(
            issuer: "https://provider.example", clientID: clientID, key: JWK(instanceKey.publicKey), issuedAt: now, expiresAt: expiresAt,
            walletName: "Wallet")
    }

    static func attestation(expiresAt: Int64 = now + 3600) throws -> String {
        try attestationClaims(expiresAt: expiresAt).unsigned(certificates: chain).sign(providerKey)
    }

    static func keys(dpop: P256.Signing.PrivateKey = dpopKey, attestation: String? = nil) throws -> IssuanceKeys {
        IssuanceKeys(
            dpopKey: JWK(dpop.publicKey), signDPoP: { try dpop.sign($0) }, attestation: try attestation ?? self.attestation(),
            signAttestationProof: { try instanceKey.sign($0) })
    }

    static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

    static func keyAttestation(_ keys: [P256.Signing.PrivateKey], nonce: String? = nil, storage: String = "iso_18045_high") throws -> String
    {
        try KeyAttestation(
            keys: keys.map { JWK($0.publicKey) }, issuedAt: now, expiresAt: now + 600, keyStorage: [storage], nonce: nonce
        ).unsigned(certificates: chain).sign(providerKey)
    }
}

extension P256.Signing.PrivateKey {
    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try signature(for: input).rawRepresentation) }
}

extension UnsignedJWT {
    func sign(_ key: P256.Signing.PrivateKey) throws -> String { try signed(with: key.sign(signingInput)) }
}

extension JSONObject {
    func with(_ name: String, _ value: JSONValue?) -> JSONObject {
        var object = self
        if let value { object.set(name, value) } else { _ = object.remove(name) }
        return object
    }
}

/// A JWT with arbitrary header and claims.
func forge(_ header: JSONObject, _ claims: JSONObject, _ key: P256.Signing.PrivateKey) throws -> String {
    try CompactJWS.sign(header: header, payload: claims.encode(), with: key).serialized
}

extension World {
    typealias P256Key = P256.Signing.PrivateKey
}
