// SPDX-License-Identifier: EUPL-1.2

/// The most popular six-digit PINs that no other rule of ``PINPolicy`` rejects.
///
/// The list follows the patterns that studies of leaked and collected PINs agree on: lines and corners on the keypad, doubled digits, a run
/// with a turn, halves of one digit, steps of two, well-known numbers, and a first or last digit that differs.
enum CommonPINs {
    /// Returns true if a PIN is on the list.
    ///
    /// - Parameter digits: six ASCII digits.
    static func contains(_ digits: [UInt8]) -> Bool { all.contains(digits) }

    /// All listed PINs, as ASCII digits.
    static let all = Set(patterns.joined().map { Array($0.utf8) })

    private static let patterns = [columnsAndCorners, rows, doubles, turns, halves, steps, numbers, nearlyOneDigit]

    /// Columns down and up the keypad, and its diagonals.
    private static let columnsAndCorners = [
        "147258", "258369", "147369", "147852", "258147", "369258", "369147", "741852", "852963", "741963", "852741", "963852", "963741",
        "159753", "159357", "357159", "753159", "753951", "951753", "951357", "258456", "456258", "258852", "147741", "369963",
    ]
    /// Combinations of the keypad's rows in any other order or direction.
    private static let rows = [
        "789456", "456123", "123789", "789123", "321654", "654987", "987321", "321987", "123654", "456987", "789654",
    ]
    /// Each digit twice.
    private static let doubles = [
        "001122", "112233", "223344", "334455", "445566", "556677", "667788", "778899", "998877", "887766", "776655", "665544", "554433",
        "443322", "332211", "221100",
    ]
    /// A run of digits that changes direction, or continues from 9 at 0.
    private static let turns = [
        "012210", "123321", "234432", "321123", "345543", "456654", "567765", "654456", "678876", "789987", "987789", "567890", "098765",
        "890123", "109876",
    ]
    /// Two halves of one digit each.
    private static let halves = [
        "000111", "111000", "111222", "222111", "222333", "333222", "333444", "444555", "555666", "666777", "777888", "888999", "999000",
        "999888", "000999", "111999", "999111", "555000", "000555",
    ]
    /// Digits in steps of two, and two-digit numbers in equal steps, such as 10 20 30 and 12 13 14.
    private static let steps = [
        "135790", "135791", "024680", "246810", "246802", "102030", "010203", "101112", "121314", "131415", "112131",
    ]
    /// Numbers that many people know.
    private static let numbers = ["314159", "271828", "142857", "112358", "141421", "161803", "192837", "918273"]
    /// One digit except for the first or the last.
    private static let nearlyOneDigit = [
        "100000", "000001", "111112", "211111", "123450", "123455", "123457", "110011", "100001", "200000", "000007",
    ]
}
