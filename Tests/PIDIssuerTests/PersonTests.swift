// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import PIDIssuer

/// The test persons, and incomplete dates of birth.
struct PersonTests {
    @Test func `the test persons have unique numbers that pass the BSN check`() {
        let all = TestPersons().all
        #expect(all.count == 9)
        #expect(Set(all.map(\.citizenServiceNumber)).count == all.count)
        for number in all.map(\.citizenServiceNumber) + [TestPersons.unknownNumber] {
            let digits = number.compactMap(\.wholeNumberValue)
            #expect(digits.count == 9 && number.hasPrefix("9999"))
            let sum = (0..<8).reduce(0) { $0 + digits[$1] * (9 - $1) } - digits[8]
            #expect(sum % 11 == 0, "\(number)")
        }
        #expect(!all.contains { $0.citizenServiceNumber == TestPersons.unknownNumber })
    }

    @Test func `there is a test person for every special case`() {
        let all = TestPersons().all
        #expect(all.contains { $0.givenName == nil })
        #expect(all.contains { $0.address == nil })
        #expect(all.contains { $0.nationalities.count == 2 })
        #expect(all.contains { $0.birthFamilyName != nil })
        #expect(all.contains { $0.birthDate.year > 2010 })
        #expect(all.contains { $0.birthDate.unknownParts == ["day"] })
        #expect(all.contains { $0.birthDate.unknownParts == ["month", "day"] })
        #expect(all.contains { $0.familyName.unicodeScalars.contains { $0.properties.isIdeographic } })
    }

    @Test(arguments: [
        (BirthDate(2000, 2), "2000-02-29"), (BirthDate(1900, 2), "1900-02-28"), (BirthDate(1950), "1950-12-31"),
        (BirthDate(1962, 5), "1962-05-31"), (BirthDate(1985, 7, 1), "1985-07-01"), (BirthDate(1999, 11), "1999-11-30"),
    ]) func `an incomplete birth date is its latest possible day`(date: BirthDate?, text: String) { #expect(date?.text == text) }

    @Test(arguments: [
        BirthDate(1999, 2, 29), BirthDate(2000, 13), BirthDate(2000, 0), BirthDate(2000, 4, 31), BirthDate(2000, nil, 5), BirthDate(1700),
        BirthDate(2000, 1, 0), BirthDate(10_000),
    ]) func `an impossible date is rejected`(date: BirthDate?) { #expect(date == nil) }

    @Test func `a person's description contains no personal data`() {
        for person in TestPersons().all {
            #expect("\(person)" == "Person(hidden)" && String(reflecting: person) == "Person(hidden)")
        }
    }
}
