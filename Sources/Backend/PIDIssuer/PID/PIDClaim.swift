// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import SDJWT

/// The claims of a PID, with their names in both formats (PID Rulebook, chapters 3 and 4).
///
/// The rulebook has no age since its version 1.1, so the age is a claim of the domestic type (4.2), with the names of the rulebook before.
enum PIDClaim: CaseIterable {
    case portrait, familyName, givenName, birthDate, isAdult, birthPlace, nationalities, birthFamilyName, sex
    case address, street, houseNumber, postalCode, city, country
    case administrativeNumber, expiryDate, issuanceDate, issuingAuthority, issuingCountry, unknownBirthDateParts, recoveryCode

    /// The claim's path in an SD-JWT.
    var path: ClaimPath {
        switch self {
        case .portrait: ["picture"]
        case .familyName: ["family_name"]
        case .givenName: ["given_name"]
        case .birthDate: ["birthdate"]
        case .isAdult: ["age_equal_or_over", "18"]
        case .birthPlace: ["place_of_birth"]
        case .nationalities: ["nationalities"]
        case .birthFamilyName: ["birth_family_name"]
        case .sex: ["sex"]
        case .address: ["address", "formatted"]
        case .street: ["address", "street_address"]
        case .houseNumber: ["address", "house_number"]
        case .postalCode: ["address", "postal_code"]
        case .city: ["address", "locality"]
        case .country: ["address", "country"]
        case .administrativeNumber: ["personal_administrative_number"]
        case .expiryDate: ["date_of_expiry"]
        case .issuanceDate: ["date_of_issuance"]
        case .issuingAuthority: ["issuing_authority"]
        case .issuingCountry: ["issuing_country"]
        case .unknownBirthDateParts: ["birthdate_unknown_parts"]
        case .recoveryCode: ["recovery_code"]
        }
    }

    /// The claim's name space and name in an mdoc; nil for claims that an mdoc lacks. The wallet provider reads recovery codes only from
    /// SD-JWTs.
    var element: (nameSpace: String, name: String)? {
        switch self {
        case .portrait: european("portrait")
        case .familyName: european("family_name")
        case .givenName: european("given_name")
        case .birthDate: european("birth_date")
        case .isAdult: domestic("age_over_18")
        case .birthPlace: european("place_of_birth")
        case .nationalities: european("nationality")
        case .birthFamilyName: european("family_name_birth")
        case .sex: european("sex")
        case .address: european("resident_address")
        case .street: european("resident_street")
        case .houseNumber: european("resident_house_number")
        case .postalCode: european("resident_postal_code")
        case .city: european("resident_city")
        case .country: european("resident_country")
        case .administrativeNumber: european("personal_administrative_number")
        case .expiryDate: european("expiry_date")
        case .issuanceDate: european("issuance_date")
        case .issuingAuthority: european("issuing_authority")
        case .issuingCountry: european("issuing_country")
        case .unknownBirthDateParts: domestic("birth_date_unknown_parts")
        case .recoveryCode: nil
        }
    }

    /// Returns true if every PID of this kind contains the claim (PID Rulebook 2.2, 2.4).
    func isMandatory(in kind: PIDKind) -> Bool {
        switch self {
        case .familyName, .givenName, .birthDate, .isAdult, .birthPlace, .nationalities, .expiryDate, .issuingAuthority, .issuingCountry:
            true
        case .recoveryCode: kind == .sdJWT
        default: false
        }
    }

    /// The display names by language (BCP 47), English first.
    var names: [(language: String, name: String)] {
        let (english, dutch, german) = translations
        return [("en", english), ("nl", dutch), ("de", german)]
    }

    private var translations: (english: String, dutch: String, german: String) {
        switch self {
        case .portrait: ("Photo", "Foto", "Foto")
        case .familyName: ("Surname", "Achternaam", "Nachname")
        case .givenName: ("First names", "Voornamen", "Vornamen")
        case .birthDate: ("Date of birth", "Geboortedatum", "Geburtsdatum")
        case .isAdult: ("18 or older", "18 jaar of ouder", "18 Jahre oder älter")
        case .birthPlace: ("Place of birth", "Geboorteplaats", "Geburtsort")
        case .nationalities: ("Nationality", "Nationaliteit", "Staatsangehörigkeit")
        case .birthFamilyName: ("Surname at birth", "Geboortenaam", "Geburtsname")
        case .sex: ("Sex", "Geslacht", "Geschlecht")
        case .address: ("Address", "Adres", "Adresse")
        case .street: ("Street", "Straat", "Straße")
        case .houseNumber: ("House number", "Huisnummer", "Hausnummer")
        case .postalCode: ("Postal code", "Postcode", "Postleitzahl")
        case .city: ("Town", "Woonplaats", "Wohnort")
        case .country: ("Country", "Land", "Land")
        case .administrativeNumber: ("Citizen service number (BSN)", "Burgerservicenummer (BSN)", "Bürgernummer (BSN)")
        case .expiryDate: ("Valid through", "Geldig t/m", "Gültig bis einschließlich")
        case .issuanceDate: ("Issued on", "Uitgegeven op", "Ausgestellt am")
        case .issuingAuthority: ("Issued by", "Uitgegeven door", "Ausgestellt von")
        case .issuingCountry: ("Issuing country", "Land van uitgifte", "Land der Ausstellung")
        case .unknownBirthDateParts:
            ("Unknown part of the date of birth", "Onbekend deel van de geboortedatum", "Unbekannter Teil des Geburtsdatums")
        case .recoveryCode: ("Recovery code", "Herstelcode", "Wiederherstellungscode")
        }
    }

    /// Returns the claim's descriptions for the issuer's metadata.
    func descriptions(in kind: PIDKind) -> [ClaimDescription] {
        let path: ClaimPath? =
            switch kind {
            case .sdJWT: path
            case .mdoc: element.map { ClaimPath([.name($0.nameSpace), .name($0.name)]) }
            }
        let display = names.map { ClaimDescription.Name($0.name, locale: $0.language) }
        return path.map { [ClaimDescription(path: $0, isMandatory: isMandatory(in: kind), display: display)] } ?? []
    }

    private func european(_ name: String) -> (nameSpace: String, name: String) { (PIDKind.documentType, name) }

    private func domestic(_ name: String) -> (nameSpace: String, name: String) { (PIDKind.domesticNameSpace, name) }
}
