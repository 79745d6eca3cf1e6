// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletCore

struct PINPolicyTests {
    @Test func `of all PINs exactly the simple PINs are refused`() {
        var counts: [PINPolicyViolation: Int] = [:]
        for number in 0..<1_000_000 {
            var digits: [UInt8] = []
            var rest = number
            for _ in 0..<6 {
                digits.append(UInt8(0x30 + rest % 10))
                rest /= 10
            }
            if let violation = PINPolicy.violation(of: digits) { counts[violation, default: 0] += 1 }
        }
        // 10 digits; 5 runs up and 5 down; 90 pairs and 990 triples without an overlap.
        #expect(counts == [.oneDigit: 10, .run: 10, .repetition: 1080, .common: CommonPINs.all.count])
    }

    @Test func `the list of common PINs contains only PINs that no other rule refuses`() {
        for digits in CommonPINs.all {
            #expect(digits.count == 6 && digits.allSatisfy { (0x30...0x39).contains($0) })
            #expect(PINPolicy.violation(of: digits) == .common)
        }
    }

    @Test(arguments: [
        ("000000", PINPolicyViolation.oneDigit), ("999999", .oneDigit), ("123456", .run), ("012345", .run), ("456789", .run),
        ("654321", .run), ("987654", .run), ("543210", .run), ("121212", .repetition), ("909090", .repetition), ("123123", .repetition),
        ("110110", .repetition), ("007007", .repetition), ("112233", .common), ("159753", .common), ("147258", .common),
        ("567890", .common), ("314159", .common),
    ])
    func `a simple PIN is refused`(digits: String, violation: PINPolicyViolation) throws {
        let core = try Core(embedded: Phone().provider.embedded)
        #expect(core.policyViolation(of: try #require(PIN(digits))) == violation)
    }

    @Test(arguments: ["583920", "000012", "112234", "122333", "901234", "120121", "135792"])
    func `a PIN that is not simple is accepted`(digits: String) throws {
        let core = try Core(embedded: Phone().provider.embedded)
        #expect(core.policyViolation(of: try #require(PIN(digits))) == nil)
    }

    @Test(arguments: [
        "", "12345", "1234567", "12345a", " 12345", "12345 ", "+12345", "１２３４５６", "١٢٣٤٥٦", "१२३४५६", "12345６", "-12345", "12 456",
    ])
    func `only six ASCII digits are accepted as a PIN`(typed: String) {
        #expect(PIN(typed) == nil)
    }

    @Test func `printing a PIN does not reveal its digits`() throws {
        let pin = try #require(PIN("583920"))
        #expect(!"\(pin)".contains("5") && !String(reflecting: pin).contains("5"))
        var text = ""
        dump(pin, to: &text)
        #expect(!text.contains("583920"))
    }
}
