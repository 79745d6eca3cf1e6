// SPDX-License-Identifier: EUPL-1.2

extension Character {
    /// True for an ASCII letter or digit.
    static func isWord(_ byte: UInt8) -> Bool { isLowercase(byte) || isDigit(byte) || (0x41...0x5A).contains(byte) }

    /// True for an ASCII lower-case letter.
    static func isLowercase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    /// True for an ASCII digit.
    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension StringProtocol {
    /// The number in these ASCII digits without leading zero; nil for any other text or out of range.
    func plainNumber(_ range: ClosedRange<Int>) -> Int? {
        guard (1...18).contains(utf8.count), utf8.allSatisfy(Character.isDigit), utf8.first != 0x30 || utf8.count == 1,
            let number = Int(self), range.contains(number)
        else { return nil }
        return number
    }
}
