// SPDX-License-Identifier: EUPL-1.2

import JOSE
import Testing

struct X5CTests {
    @Test func `a chain of certificates round-trips in order`() throws {
        let certificates: [[UInt8]] = [[0x30, 0x82, 0xFF], [0xFB, 0xF0], [0x3F]]
        #expect(X5C.encode(certificates) == ["MIL/", "+/A=", "Pw=="])
        #expect(try X5C.decode(X5C.encode(certificates)) == certificates)
        let largest = [[UInt8](repeating: 0x30, count: X5C.maximumBytes)]
        #expect(try X5C.decode(X5C.encode(largest)) == largest)
        let most = [[UInt8]](repeating: [1], count: X5C.maximumCount)
        #expect(try X5C.decode(X5C.encode(most)) == most)
    }

    @Test(
        arguments: [
            nil, false, 1, "MIL/", [:], [], [nil], [1], [""], [["MIL/"]], ["MIL/", nil], ["MIL_"], ["-_A="], ["+/A"], ["Pw="], ["Pw"],
            ["Px=="], ["MIL/\n"], [" MIL/"], ["MI\r\nL/"], ["MIL/="], ["MIL/===="], ["=MIL"], ["ＭIL/"], ["MIL/\0"],
            ["-----BEGIN CERTIFICATE-----\nMIL/\n-----END CERTIFICATE-----"],
        ] as [JSONValue])
    func `anything but an array of canonical base64 is refused as a chain`(value: JSONValue) {
        #expect(throws: JOSEError(.unacceptableHeader, "")) { try X5C.decode(value) }
    }

    @Test func `a chain with too many or too large certificates is refused`() {
        for certificates in [
            [[UInt8]](repeating: [1], count: X5C.maximumCount + 1), [[UInt8]](repeating: [1], count: 1000),
            [[UInt8](repeating: 0x30, count: X5C.maximumBytes + 1)], [[UInt8](repeating: 0x30, count: X5C.maximumBytes + 3)],
        ] {
            #expect(throws: JOSEError(.tooLarge, "")) { try X5C.decode(X5C.encode(certificates)) }
        }
    }
}
