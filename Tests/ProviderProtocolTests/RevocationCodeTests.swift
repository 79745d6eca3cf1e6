// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing

struct RevocationCodeTests {
    static let seeds: [[UInt8]] = [
        [UInt8](repeating: 0, count: 11), [UInt8](repeating: 255, count: 32), Array(1...32), Array((1...32).reversed()),
        [0x9F, 3, 200, 17, 88, 64, 5, 250, 33, 129, 71],
    ]
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    @Test(arguments: seeds)
    func `a code has 18 characters of its alphabet and round-trips`(_ seed: [UInt8]) throws {
        let code = RevocationCode(derivedFrom: seed)
        #expect(code.text.count == 18)
        #expect(code.text.allSatisfy { Self.alphabet.contains($0) })
        #expect(try RevocationCode(parsing: code.text) == code)
    }

    @Test(arguments: seeds)
    func `every code with one wrong character is detected`(_ seed: [UInt8]) {
        let characters = Array(RevocationCode(derivedFrom: seed).text)
        for position in characters.indices {
            for replacement in Self.alphabet where replacement != characters[position] {
                var wrong = characters
                wrong[position] = replacement
                #expect(throws: ProtocolViolation.self) { try RevocationCode(parsing: String(wrong)) }
            }
        }
    }

    @Test(arguments: seeds)
    func `every code with two swapped characters is detected`(_ seed: [UInt8]) {
        let characters = Array(RevocationCode(derivedFrom: seed).text)
        for first in characters.indices {
            for second in characters.indices where second > first && characters[first] != characters[second] {
                var wrong = characters
                wrong.swapAt(first, second)
                #expect(throws: ProtocolViolation.self) { try RevocationCode(parsing: String(wrong)) }
            }
        }
    }

    @Test(arguments: seeds)
    func `case, dashes, spaces and look-alike characters are ignored`(_ seed: [UInt8]) throws {
        let code = RevocationCode(derivedFrom: seed)
        #expect(try RevocationCode(parsing: code.groups.joined(separator: "-").lowercased()) == code)
        #expect(try RevocationCode(parsing: code.groups.joined(separator: " ")) == code)
        for lookAlike in ["I", "i", "L", "l"] {
            #expect(try RevocationCode(parsing: code.text.replacing("1", with: lookAlike)) == code)
        }
        for lookAlike in ["O", "o"] {
            #expect(try RevocationCode(parsing: code.text.replacing("0", with: lookAlike)) == code)
        }
    }

    @Test func `a code is shown in groups of 4, 4, 4, 4 and 2`() {
        #expect(RevocationCode(derivedFrom: Array(1...32)).groups.map(\.count) == [4, 4, 4, 4, 2])
    }

    @Test func `different wallets have different codes, and the same wallet always has the same code`() {
        #expect(RevocationCode(derivedFrom: Array(1...32)) == RevocationCode(derivedFrom: Array(1...32)))
        #expect(RevocationCode(derivedFrom: Array(1...32)) != RevocationCode(derivedFrom: Array(2...33)))
    }

    @Test func `a code is redacted in descriptions`() {
        let code = RevocationCode(derivedFrom: Array(1...32))
        #expect(!"\(code)".contains(code.text.prefix(4)))
    }

    @Test(arguments: [
        "", "-", "0", "00000000000000000", "0000000000000000000", "00000000000000000U", "0000000000000000é", "０00000000000000000",
    ])
    func `an invalid code is refused`(_ text: String) {
        #expect(throws: ProtocolViolation.self) { try RevocationCode(parsing: text) }
    }

    @Test func `a very long text is refused quickly as a code`() {
        #expect(throws: ProtocolViolation.self) { try RevocationCode(parsing: String(repeating: "0", count: 1_000_000)) }
    }
}
