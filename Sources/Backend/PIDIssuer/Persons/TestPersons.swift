// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ShippedFiles

/// Fictitious persons for demonstrations and tests. Their numbers pass the check of a BSN but are not assigned to anyone; all start with
/// 9999.
package struct TestPersons: PersonRegister {
    package let all: [Person]

    package init() { all = Self.made }

    /// Returns the test person with this number, or nil for an unknown number.
    package func person(withCitizenServiceNumber number: String) async throws -> Person? {
        all.first { $0.citizenServiceNumber.utf8.elementsEqual(number.utf8) }
    }

    /// A number that DigiD accepts but the register does not contain.
    package static let unknownNumber = "999990627"

    private static let made: [Person] = [
        person(
            "999991772", "Willeke Liselotte", "De Bruijn", born: BirthDate(1997, 11, 15), in: ("NL", "Delft"), .female,
            [
                "Turfmarkt", "147", "2511 DP", "Den Haag",
            ]),
        // A person with one given name and no middle name.
        person(
            "999993653", "Jan", "'t Hart", born: BirthDate(1978, 2, 12), in: ("NL", "Leiden"), .male,
            [
                "Rietveld", "1 A", "2312 JD", "Leiden",
            ]),
        // A person with two nationalities and a different name at birth.
        person(
            "999994815", "Ayşe Gül", "Yılmaz-van den Berg", atBirth: "Yılmaz", born: BirthDate(1985, 7, 1), in: ("TR", "İzmir"), .female,
            ["Kanaalstraat", "12", "3531 CJ", "Utrecht"], ["NL", "TR"]),
        // A known month of birth but no day.
        person(
            "999995285", "Kwame Nana Yaw", "Owusu-Ansah", born: BirthDate(1962, 5), in: ("GH", "Kumasi"), .male,
            [
                "Bijlmerdreef", "1289-3", "1103 TV", "Amsterdam",
            ]),
        // A person of whom only the year of birth is known.
        person(
            "999996423", "فاطمة", "الحسن", born: BirthDate(1950), in: ("SY", nil), .female,
            [
                "Stationsplein", "5", "9726 AE", "Groningen",
            ], ["SY"]),
        // A minor.
        person(
            "999997099", "Noa Sophie", "Janssen", born: BirthDate(2012, 2, 29), in: ("NL", "Maastricht"), .female,
            [
                "Grote Staat", "20", "6211 CW", "Maastricht",
            ]),
        // No given name and no address.
        person("999998110", nil, "Suharto", born: BirthDate(1971, 12, 31), in: ("ID", "Surabaya"), .male, nil, ["ID"]),
        // A different script, letters beyond the basic plane, and a name that fills the field.
        person(
            "999999151", "𠮷田 花子", "王", born: BirthDate(1990, 10, 9), in: ("JP", "京都市"), .notKnown,
            [
                "Ĳssellaan", "7", "6826 DA", "Arnhem",
            ], ["JP"]),
        person(
            "999992806", "Maximiliaan Ferdinand Alexander Christiaan Johannes Wilhelmus Theodorus",
            "van Oranje-Tecklenburg-Schwarzenberg tot Wittgenstein-Berleburg", born: BirthDate(2000, 1, 1), in: ("BE", "Sint-Niklaas"),
            .diverse, ["Burgemeester van der Meer de Walcherenstraat", "100 bis", "4331 LS", "Middelburg"], ["NL", "BE"]),
    ].compactMap(\.self)

    private static func person(
        _ number: String, _ givenName: String?, _ familyName: String, atBirth birthFamilyName: String? = nil, born birthDate: BirthDate?,
        in place: (country: String, locality: String?), _ sex: Person.Sex, _ address: [String]?, _ nationalities: [String] = ["NL"]
    ) -> Person? {
        birthDate.map { birthDate in
            Person(
                citizenServiceNumber: number, givenName: givenName, familyName: familyName, birthFamilyName: birthFamilyName,
                birthDate: birthDate, birthPlace: Person.Place(country: place.country, locality: place.locality),
                nationalities: nationalities, sex: sex,
                address: address.map { Person.Address(street: $0[0], houseNumber: $0[1], postalCode: $0[2], city: $0[3]) },
                portrait: portrait(number))
        }
    }

    /// Returns the drawing that ships with the program; nil for a person without a portrait.
    private static func portrait(_ number: String) -> [UInt8]? {
        let file = ShippedFiles.folder(of: "PIDIssuer").appending(path: "Resources/portraits/\(number).jpg")
        return (try? Data(contentsOf: file)).map { Array($0) }
    }
}
