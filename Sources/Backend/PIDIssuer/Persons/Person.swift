// SPDX-License-Identifier: EUPL-1.2

/// A person as the register of persons knows them: what a PID is made of (PID Rulebook, chapter 2).
package struct Person: Sendable, Hashable {
    /// The citizen service number (BSN): nine digits.
    package let citizenServiceNumber: String
    /// `given_name`: all of them, in their order and script; nil for somebody who has none.
    package let givenName: String?
    /// `family_name`, with what stands in front of it.
    package let familyName: String
    /// `family_name_birth`; nil when it is the same.
    package let birthFamilyName: String?
    /// `birth_date`, as far as it is known.
    package let birthDate: BirthDate
    /// `birth_place`.
    package let birthPlace: Place
    /// `nationality`: at least one country, ISO 3166-1 alpha-2.
    package let nationalities: [String]
    /// `sex`.
    package let sex: Sex
    /// Where the person lives; nil for somebody without an address.
    package let address: Address?
    /// `portrait`: a photo, JPEG; nil without one.
    package let portrait: [UInt8]?

    /// A person.
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

    /// A place of birth; at least one part is there.
    package struct Place: Sendable, Hashable {
        /// ISO 3166-1 alpha-2.
        package let country: String?
        /// A town.
        package let locality: String?

        /// A place.
        package init(country: String?, locality: String?) {
            self.country = country
            self.locality = locality
        }
    }

    /// An address.
    package struct Address: Sendable, Hashable {
        /// `resident_street`.
        package let street: String
        /// `resident_house_number`, with what belongs to it.
        package let houseNumber: String
        /// `resident_postal_code`.
        package let postalCode: String
        /// `resident_city`.
        package let city: String
        /// `resident_country`, ISO 3166-1 alpha-2.
        package let country: String

        /// An address.
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

    /// ISO/IEC 5218, and what CIR 2024/2977 adds to it.
    package enum Sex: Int, Sendable, Hashable {
        case notKnown = 0, male = 1, female = 2, other = 3, inter = 4, diverse = 5, open = 6, notApplicable = 9
    }

    /// Given and family name, to show.
    package var displayName: String { [givenName, familyName].compactMap(\.self).joined(separator: " ") }
}

/// Hidden, so that nothing of a person reaches a log by accident.
extension Person: CustomStringConvertible, CustomDebugStringConvertible {
    /// Nothing of the person.
    package var description: String { "Person(hidden)" }
    /// Nothing of the person.
    package var debugDescription: String { description }
}

/// Finds persons: in the Netherlands, the BRP.
package protocol PersonRegister: Sendable {
    /// The person with a citizen service number; nil for nobody.
    ///
    /// - Throws: when it cannot be asked now.
    func person(withCitizenServiceNumber number: String) async throws -> Person?
}
