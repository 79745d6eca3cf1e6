// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JSON
import OpenID4VP
import Registrar
import RelyingPartyRegistration
import StatusList
import X509

/// Two registrars that know nothing of one another, and the subject and draft of a shop.
enum World {
    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    static let registrar = made { try DemoRegistrar(now: time) }
    static let other = made { try DemoRegistrar(now: time) }
    static let key = P256.Signing.PrivateKey()
    static let identifier = "NTRNL-12345678"

    static func subject(_ identifier: String = identifier, name: String = "Bookshop", names: [String] = ["shop.example"]) throws
        -> AccessSubject
    {
        try AccessSubject(tradeName: name, legalName: "Bookshop Ltd", identifier: identifier, country: "NL", dnsNames: names)
    }

    /// The shop's access certificate, valid for a year.
    static func access(by registrar: DemoRegistrar = registrar, days: Int = 365) throws -> AccessCertificate {
        try registrar.certify(key.publicKey, of: subject(), days: days, now: time)
    }

    /// The shop's members, with one of them replaced, or left out if the value is nil.
    static func members(_ name: String = "name", _ value: JSONValue? = "Bookshop") -> JSONObject {
        var members: JSONObject = [
            "name": "Bookshop", "sub_ln": "Bookshop Ltd", "sub": .string(identifier), "country": "NL",
            "srv_description": [["lang": "en", "value": "Books"]], "purpose": [["lang": "en", "value": "Check your age"]],
            "privacy_policy": "https://shop.example/privacy", "info_uri": "https://shop.example",
            "support_uri": "mailto:help@shop.example",
            "supervisory_authority": ["name": "Authority", "email": "post@authority.example", "uri": "https://authority.example"],
            "entitlements": [.string(RegistrationDraft.serviceProvider)], "registry_uri": "https://registrar.example",
            "credentials": [
                [
                    "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:1"]],
                    "claim": [["path": ["age_equal_or_over", "18"]], ["path": ["nationalities", nil]]],
                ],
                [
                    "format": "mso_mdoc", "meta": ["doctype_value": "org.iso.18013.5.1.mDL"],
                    "claim": [["path": ["org.iso.18013.5.1", "age_over_18"]]],
                ],
            ],
        ]
        if let value { members.set(name, value) } else { _ = members.remove(name) }
        return members
    }

    /// A registration of the shop.
    static func registration(
        by registrar: DemoRegistrar = registrar, _ members: JSONObject = members(), days: Int = 365, status: StatusListReference? = nil
    ) throws -> String {
        try registrar.register(RegistrationDraft(members), days: days, status: status, now: time)
    }

    /// What a wallet that trusts a registrar reads.
    static func read(
        _ registration: String, trusting registrar: DemoRegistrar = registrar, after days: Int = 0
    ) async -> Result<RegistrationCertificate, RegistrationFault> {
        await check(trusting: registrar, after: days).read([.string(registration)])
    }

    static func check(trusting registrar: DemoRegistrar = registrar, after days: Int = 0) -> RegistrationCheck {
        RegistrationCheck(roots: [registrar.registrarRoot.certificate], at: time.addingTimeInterval(TimeInterval(days) * 86_400))
    }

    /// A query for claims of the SD-JWT.
    static func query(_ paths: [JSONValue], type: String = "urn:eudi:pid:1") throws -> DCQLQuery {
        let claims = paths.map { JSONValue.object(["path": $0]) }
        let credential: JSONObject = [
            "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": [.string(type)]], "claims": .array(claims),
        ]
        return try DCQLQuery(["credentials": [.object(credential)]])
    }

    /// A value made from constants and fresh keys, which therefore cannot fail.
    private static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { preconditionFailure("a registrar cannot be made: \(error)") }
    }
}
