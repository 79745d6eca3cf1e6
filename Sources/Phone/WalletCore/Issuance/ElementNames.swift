// SPDX-License-Identifier: EUPL-1.2

import MDoc

/// The mapping of element names in a PID mdoc to claim names in its SD-JWT (PID rulebook 1.x, chapters 3 and 4, and the names of its
/// earlier editions).
enum ElementNames {
    private static let claims: [String: [String]] = [
        "birth_date": ["birthdate"], "nationality": ["nationalities"], "family_name_birth": ["birth_family_name"],
        "given_name_birth": ["birth_given_name"], "email_address": ["email"], "mobile_phone_number": ["phone_number"],
        "resident_address": ["address", "formatted"], "resident_country": ["address", "country"],
        "resident_state": ["address", "region"], "resident_city": ["address", "locality"],
        "resident_postal_code": ["address", "postal_code"], "resident_street": ["address", "street_address"],
        "resident_house_number": ["address", "house_number"],
        "birth_place": ["place_of_birth", "locality"], "birth_city": ["place_of_birth", "locality"],
        "birth_state": ["place_of_birth", "region"], "birth_country": ["place_of_birth", "country"],
        "birth_date_unknown_parts": ["birthdate_unknown_parts"],
        "issuance_date": ["date_of_issuance"], "expiry_date": ["date_of_expiry"], "portrait": ["picture"],
    ]
    private static let age = "age_over_"

    /// Returns the path of the SD-JWT claim for an element, outermost first.
    static func path(of element: String) -> [String] {
        if element.hasPrefix(age) { return ["age_equal_or_over", String(element.dropFirst(age.count))] }
        return claims[element] ?? [element]
    }

    /// Returns true if a PID may have elements in a name space: that of its document type, or a country's, which extends it
    /// (`eu.europa.ec.eudi.pid.de.1` for `eu.europa.ec.eudi.pid.1`).
    static func isKnown(_ nameSpace: String, of documentType: String) -> Bool {
        if Array(nameSpace.utf8) == Array(documentType.utf8) { return true }
        guard let dot = documentType.lastIndex(of: ".") else { return false }
        let base = documentType[...dot]
        guard nameSpace.utf8.starts(with: base.utf8) else { return false }
        let rest = nameSpace.utf8.dropFirst(base.utf8.count).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A country of ISO 3166-1, or a subdivision (3166-2), and a version.
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard rest.count == 2, (1...3).contains(rest[1].count), rest[1].allSatisfy(digits.contains) else { return false }
        let parts = rest[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let country = parts.first, country.count == 2, country.allSatisfy(letters.contains) else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...3).contains(part.count) && part.allSatisfy { letters.contains($0) || digits.contains($0) }
        } && parts.count <= 2
    }
}
