// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import RelyingPartyRegistration
import SwiftASN1
import X509

/// A registrar, and the certificate of a shop that it registered.
enum Registrar {
    static let now: Int64 = 1_800_000_000
    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    /// The shop's identifier.
    static let shop = "NTRNL-12345678"

    static let rootKey = P256.Signing.PrivateKey()
    static let key = P256.Signing.PrivateKey()
    static let otherKey = P256.Signing.PrivateKey()
    static let root = certificate("registrars", rootKey, by: "registrars", rootKey, authority: true)
    static let otherRoot = certificate("others", otherKey, by: "others", otherKey, authority: true)
    static let signer = certificate("registrar", key, by: "registrars", rootKey, authority: false)
    static let selfSigned = certificate("registrar", key, by: "registrar", key, authority: false)

    private static func certificate(
        _ name: String, _ key: P256.Signing.PrivateKey, by issuer: String, _ issuerKey: P256.Signing.PrivateKey, authority: Bool
    ) -> Certificate {
        do {
            return try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
                notValidBefore: time.addingTimeInterval(-86_400), notValidAfter: time.addingTimeInterval(86_400),
                issuer: DistinguishedName { CommonName(issuer) }, subject: DistinguishedName { CommonName(name) },
                extensions: Certificate.Extensions {
                    Critical(authority ? BasicConstraints.isCertificateAuthority(maxPathLength: 0) : .notCertificateAuthority)
                    Critical(authority ? KeyUsage(keyCertSign: true) : KeyUsage(digitalSignature: true))
                }, issuerPrivateKey: .init(issuerKey))
        } catch {
            preconditionFailure("no certificate: \(error)")
        }
    }

    static let credentials: JSONValue = [
        [
            "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1", "urn:eudi:pid:1"]],
            "claim": [
                ["path": ["family_name"]], ["path": ["address"]], ["path": ["nationalities", nil]], ["path": ["degrees", nil, "type"]],
            ],
        ],
        [
            "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]],
            "claim": [["path": ["birthdate"], "values": ["2000-01-01"]]],
        ],
        [
            "format": "mso_mdoc", "meta": ["doctype_value": "eu.europa.ec.eudi.pid.1"],
            "claim": [["path": ["eu.europa.ec.eudi.pid.1", "family_name"]]],
        ],
    ]

    /// The shop's claims, with one of them replaced, or left out if the value is nil.
    static func claims(_ name: String = "name", _ value: JSONValue? = "Bike Shop") -> JSONObject {
        var claims: JSONObject = [
            "name": "Bike Shop", "sub_ln": "Bike Shop B.V.", "sub": .string(shop), "country": "NL",
            "registry_uri": "https://register.example", "srv_description": [["lang": "en", "value": "Sale of bikes"]],
            "entitlements": ["https://uri.etsi.org/19475/Entitlement/Service_Provider"],
            "privacy_policy": "https://shop.example/privacy", "info_uri": "https://shop.example",
            "support_uri": "https://shop.example/help",
            "supervisory_authority": [
                "name": "Authority", "email": "report@authority.example", "phone": "+31 70 1234567", "uri": "https://authority.example",
            ],
            "policy_id": ["0.4.0.19475.3.1"],
            "purpose": [["lang": "nl", "value": "Leeftijd controleren"], ["lang": "en", "value": "Check the age"]],
            "credentials": credentials, "iat": .integer(now - 60), "exp": .integer(now + 86_400),
            "status": ["status_list": ["idx": 7, "uri": "https://register.example/status/1"]],
        ]
        if let value { claims.set(name, value) } else { _ = claims.remove(name) }
        return claims
    }

    static func header(_ name: String = "alg", _ value: JSONValue? = "ES256", chain: [Certificate] = [signer]) throws -> JSONObject {
        var header: JSONObject = [
            "alg": "ES256", "typ": .string(RegistrationCertificate.type),
            "x5c": X5C.encode(try chain.map { try $0.serializeAsPEM().derBytes }),
        ]
        if let value { header.set(name, value) } else { _ = header.remove(name) }
        return header
    }

    /// `data` of an attachment.
    static func data(
        _ claims: JSONObject = claims(), _ header: JSONObject? = nil, by key: P256.Signing.PrivateKey = key
    ) throws -> JSONValue {
        .string(try CompactJWS.sign(header: header ?? self.header(), payload: claims.encode(), with: key).serialized)
    }

    static func check(at time: Date = time, roots: [Certificate] = [root]) -> RegistrationCheck {
        RegistrationCheck(roots: roots, at: time)
    }

    /// A query for an SD-JWT of these types.
    static func query(_ paths: [JSONValue], types: [JSONValue] = ["urn:eudi:pid:nl:1"], id: String = "pid") -> JSONObject {
        var query: JSONObject = [
            "id": .string(id), "format": "dc+sd-jwt", "meta": types.isEmpty ? [:] : ["vct_values": .array(types)],
        ]
        if !paths.isEmpty { query.append("claims", .array(paths.map { .object(["path": $0]) })) }
        return query
    }

    static func dcql(_ queries: JSONObject...) throws -> DCQLQuery {
        try DCQLQuery(["credentials": .array(queries.map { .object($0) })])
    }
}
