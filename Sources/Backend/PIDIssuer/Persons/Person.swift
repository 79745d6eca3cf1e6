// SPDX-License-Identifier: EUPL-1.2

/// A person in the register of persons, with the data for a PID (PID Rulebook, chapter 2).
package struct Person: Sendable, Hashable {
    /// The citizen service number (BSN): nine digits.
    package let citizenServiceNumber: String
    /// `given_name`: all given names in their order and script; nil for a person without a given name.
    package let givenName: String?
    /// `family_name`, including prefixes.
    package let familyName: String
    /// `family_name_birth`; nil if it equals the family name.
    package let birthFamilyName: String?
    /// `birth_date`, as far as it is known.
    package let birthDate: BirthDate
    /// `birth_place`.
    package let birthPlace: Place
    /// `nationality`: at least one country, ISO 3166-1 alpha-2.
    package let nationalities: [String]
    /// `sex`.
    package let sex: Sex
    /// The person's address; nil for a person without an address.
    package let address: Address?
    /// `portrait`: a JPEG photo; nil without a photo.
    package let portrait: [UInt8]?

    package init(
        citizenServiceNumber: String, givenName: String?, familyName: String, birthFamilyName: String? = nil, birthDate: BirthDate,
        birthPlace: Place, nationalities: [String], sex: Sex, address: Address?, portrait: [UInt8]? = nil
    ) {
        self.citizenServiceNumber = citizenServiceNumber
        self.givenName = givenName
        self.familyName = familyName
        self.birthFamilyName = birthFamilyName
        self.birthDate = birthDate
        self.birthPlace = birthPlace
        self.nationalities = nationalities
        self.sex = sex
        self.address = address
        self.portrait = portrait
    }

    /// A place of birth with at least one known part.
    package struct Place: Sendable, Hashable {
        /// ISO 3166-1 alpha-2.
        package let country: String?
        package let locality: String?

        package init(country: String?, locality: String?) {
            self.country = country
            self.locality = locality
        }
    }

    /// An address of residence.
    package struct Address: Sendable, Hashable {
        /// `resident_street`.
        package let street: String
        /// `resident_house_number`, including additions.
        package let houseNumber: String
        /// `resident_postal_code`.
        package let postalCode: String
        /// `resident_city`.
        package let city: String
        /// `resident_country`, ISO 3166-1 alpha-2.
        package let country: String

        package init(street: String, houseNumber: String, postalCode: String, city: String, country: String = "NL") {
            self.street = street
            self.houseNumber = houseNumber
            self.postalCode = postalCode
            self.city = city
            self.country = country
        }

        /// `resident_address`.
        var formatted: String { "\(street) \(houseNumber), \(postalCode) \(city)" }
    }

    /// The values of ISO/IEC 5218 and CIR 2024/2977.
    package enum Sex: Int, Sendable, Hashable {
        case notKnown = 0, male = 1, female = 2, other = 3, inter = 4, diverse = 5, open = 6, notApplicable = 9
    }

    package var displayName: String { [givenName, familyName].compactMap(\.self).joined(separator: " ") }
}

/// Hidden, so that personal data does not reach a log by accident.
extension Person: CustomStringConvertible, CustomDebugStringConvertible {
    /// A placeholder without personal data.
    package var description: String { "Person(hidden)" }
    /// The placeholder of `description`.
    package var debugDescription: String { description }
}

/// A register of persons; in the Netherlands, the BRP.
package protocol PersonRegister: Sendable {
    /// Returns the person with this citizen service number; nil if the register has no such person.
    ///
    /// - Throws: if the register is unavailable.
    func person(withCitizenServiceNumber number: String) async throws -> Person?
}
