// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import JSON
import MDoc
import SDJWT

/// The contents of one person's PID, independent of the format.
struct PIDContents: Sendable {
    let person: Person
    /// Proves to the wallet provider that the same person has returned (protocol page, PIN recovery).
    let recoveryCode: String
    /// The first and the last day of the administrative validity in the issuer's zone, both included, as `YYYY-MM-DD`.
    let issuanceDate: String
    let expiryDate: String
    /// True if the person is 18 or older on the day of issuance. It stays as it is for the life of the PID.
    let isAdult: Bool

    /// `issuing_authority` and `issuing_country`.
    static let authority = "Rijksdienst voor Identiteitsgegevens"
    static let country = "NL"
    /// The time zone of the authority, in which the days of a PID are counted.
    static let timeZone = "Europe/Amsterdam"
    /// The given name in the PID of a person without a given name, as in passports. The rulebook requires a value.
    static let noGivenName = "-"

    /// The claims of an SD-JWT, without the claims common to all credentials.
    var claims: JSONObject {
        var claims: JSONObject = [
            "family_name": .string(person.familyName), "given_name": .string(person.givenName ?? Self.noGivenName),
            "birthdate": .string(person.birthDate.text), "age_equal_or_over": ["18": .bool(isAdult)], "place_of_birth": .object(birthPlace),
            "nationalities": .array(person.nationalities.map(JSONValue.string)),
        ]
        if let name = person.birthFamilyName { claims.append("birth_family_name", .string(name)) }
        claims.append("sex", .integer(Int64(person.sex.rawValue)))
        if let address = person.address {
            claims.append(
                "address",
                [
                    "formatted": .string(address.formatted), "street_address": .string(address.street),
                    "house_number": .string(address.houseNumber), "postal_code": .string(address.postalCode),
                    "locality": .string(address.city), "country": .string(address.country),
                ])
        }
        if let portrait = person.portrait {
            claims.append("picture", .string("data:image/jpeg;base64," + Data(portrait).base64EncodedString()))
        }
        claims.append("personal_administrative_number", .string(person.citizenServiceNumber))
        claims.append("date_of_issuance", .string(issuanceDate))
        claims.append("date_of_expiry", .string(expiryDate))
        claims.append("issuing_authority", .string(Self.authority))
        claims.append("issuing_country", .string(Self.country))
        let unknown = person.birthDate.unknownParts
        if !unknown.isEmpty { claims.append("birthdate_unknown_parts", .array(unknown.map(JSONValue.string))) }
        claims.append("recovery_code", .string(recoveryCode))
        return claims
    }

    /// The claims that the holder can withhold: all of `claims`, with each part of an address, each age and each nationality separately.
    var disclosable: [ClaimPath] {
        claims.members.flatMap { name, value -> [ClaimPath] in
            switch (name, value) {
            case ("address", .object(let parts)), ("age_equal_or_over", .object(let parts)):
                parts.members.map { ClaimPath([.name(name), .name($0.name)]) } + [[.name(name)]]
            case ("nationalities", .array(let elements)): elements.indices.map { [.name(name), .index($0)] } + [[.name(name)]]
            default: [[.name(name)]]
            }
        }
    }

    /// The elements of an mdoc.
    var elements: [MDocElement] {
        var elements = [
            european("family_name", .text(person.familyName)), european("given_name", .text(person.givenName ?? Self.noGivenName)),
            european("birth_date", Self.fullDate(person.birthDate.text)), european("place_of_birth", .map(birthPlaceMap)),
            european("nationality", .array(person.nationalities.map(CBORItem.text))),
        ]
        if let name = person.birthFamilyName { elements.append(european("family_name_birth", .text(name))) }
        if let portrait = person.portrait { elements.append(european("portrait", .bytes(portrait))) }
        elements.append(european("sex", .unsigned(UInt64(person.sex.rawValue))))
        if let address = person.address {
            elements += [
                european("resident_address", .text(address.formatted)), european("resident_street", .text(address.street)),
                european("resident_house_number", .text(address.houseNumber)),
                european("resident_postal_code", .text(address.postalCode)), european("resident_city", .text(address.city)),
                european("resident_country", .text(address.country)),
            ]
        }
        elements += [
            european("personal_administrative_number", .text(person.citizenServiceNumber)),
            european("issuance_date", Self.fullDate(issuanceDate)), european("expiry_date", Self.fullDate(expiryDate)),
            european("issuing_authority", .text(Self.authority)), european("issuing_country", .text(Self.country)),
            domestic("age_over_18", .bool(isAdult)),
        ]
        let unknown = person.birthDate.unknownParts
        if !unknown.isEmpty { elements.append(domestic("birth_date_unknown_parts", .array(unknown.map(CBORItem.text)))) }
        return elements
    }

    private func european(_ name: String, _ value: CBORItem) -> MDocElement {
        MDocElement(NameSpace(PIDKind.documentType), ElementIdentifier(name), value)
    }

    private func domestic(_ name: String, _ value: CBORItem) -> MDocElement {
        MDocElement(NameSpace(PIDKind.domesticNameSpace), ElementIdentifier(name), value)
    }

    /// Encodes a full date (RFC 8943).
    private static func fullDate(_ text: String) -> CBORItem { .tagged(1004, .text(text)) }

    private var birthPlace: JSONObject {
        var place = JSONObject()
        if let country = person.birthPlace.country { place.append("country", .string(country)) }
        if let locality = person.birthPlace.locality { place.append("locality", .string(locality)) }
        return place
    }

    private var birthPlaceMap: CBORMap {
        var place = CBORMap()
        if let country = person.birthPlace.country { place["country"] = .text(country) }
        if let locality = person.birthPlace.locality { place["locality"] = .text(locality) }
        return place
    }
}
