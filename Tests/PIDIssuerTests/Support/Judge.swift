// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import StatusList
import Testing

@testable import PIDIssuer

/// A verifier of PIDs in both formats that trusts only the issuer's root.
struct Judge {
    let stage: IssuerStage

    init(_ stage: IssuerStage) { self.stage = stage }

    /// The content of a PID.
    struct Read {
        var key: JWK
        var familyName, givenName, birthDate, number, city, recoveryCode: String?
        var nationalities: [String]
        var unknownBirthDateParts: [String]
        /// Nil if the PID does not say it.
        var isAdult: Bool?
        var status: StatusListReference
        var expiresAt: Int64
    }

    private var time: Date { Date(timeIntervalSince1970: TimeInterval(stage.now)) }

    /// Reads a PID of either format.
    func read(_ text: String) async throws -> Read {
        text.contains("~") ? try await sdJWT(text) : try await mdoc(text)
    }

    private func sdJWT(_ text: String) async throws -> Read {
        let pid = try await SDJWTVerifier(
            trust: .certificates(roots: [stage.issuers.root]), kind: .credential(types: [PIDKind.credentialType]),
            issuer: IssuerStage.issuer.text, requiresExpiry: true
        ).verify(text, keyBinding: .absent, at: time)
        func string(_ value: JSONValue?) -> String? { if case .string(let text)? = value { text } else { nil } }
        func strings(_ value: JSONValue?) -> [String] {
            if case .array(let values)? = value { values.compactMap { string($0) } } else { [] }
        }
        let value = try #require(pid.payload["status"])
        let status = try #require(try StatusListReference(status: value))
        var city: String?
        if case .object(let address)? = pid.payload["address"] { city = string(address["locality"]) }
        var isAdult: Bool?
        if case .object(let ages)? = pid.payload["age_equal_or_over"], case .bool(let value)? = ages["18"] { isAdult = value }
        return Read(
            key: try #require(pid.holderKey), familyName: string(pid.payload["family_name"]), givenName: string(pid.payload["given_name"]),
            birthDate: string(pid.payload["birthdate"]), number: string(pid.payload["personal_administrative_number"]), city: city,
            recoveryCode: string(pid.payload["recovery_code"]), nationalities: strings(pid.payload["nationalities"]),
            unknownBirthDateParts: strings(pid.payload["birthdate_unknown_parts"]), isAdult: isAdult,
            status: status, expiresAt: try #require(pid.expiresAt))
    }

    private func mdoc(_ text: String) async throws -> Read {
        let verified = try await MDocVerifier(
            trust: .certificates(roots: [stage.issuers.root], profile: .iso18013), docTypes: [DocType(PIDKind.documentType)]
        ).verify(issued: try Base64URL.decode(text), at: time)
        let object = verified.mobileSecurityObject
        func value(_ name: String) -> CBORItem? { verified.elements.first { $0.identifier.text == name }?.value }
        func date(_ value: CBORItem?) -> String? { if case .tagged(1004, let inner)? = value { inner.text } else { nil } }
        var isAdult: Bool?
        let age = verified.elements.first { $0.identifier.text == "age_over_18" && $0.nameSpace.text == PIDKind.domesticNameSpace }
        if case .bool(let value)? = age?.value { isAdult = value }
        let list = try #require(object.status?.map?["status_list"]?.map)
        return Read(
            key: JWK(object.deviceKey.publicKey), familyName: value("family_name")?.text, givenName: value("given_name")?.text,
            birthDate: date(value("birth_date")), number: value("personal_administrative_number")?.text,
            city: value("resident_city")?.text, recoveryCode: value("recovery_code")?.text,
            nationalities: value("nationality")?.array?.compactMap(\.text) ?? [],
            unknownBirthDateParts: value("birth_date_unknown_parts")?.array?.compactMap(\.text) ?? [], isAdult: isAdult,
            status: try StatusListReference(index: Int(try #require(list["idx"]?.integer)), uri: try #require(list["uri"]?.text)),
            expiresAt: object.validity.validUntil.seconds)
    }

    /// Returns a PID's status from the currently published list.
    func status(of text: String, _ fetch: Fetch) async throws -> TokenStatus {
        let reference = try await read(text).status
        let response = try await fetch(IssuanceRequest(method: .get, url: IssuerStage.url(reference.uri)))
        #expect(response.headers.values("Content-Type") == [StatusListToken.mediaType])
        let list = try await StatusListVerifier(trust: .certificates(roots: [stage.issuers.root])).verify(
            String(decoding: response.body, as: UTF8.self), from: reference.uri, at: time)
        return try list.list.status(at: reference.index)
    }
}
