// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Testing

/// The COSE working group's examples: github.com/cose-wg/Examples, `sign1-tests` and `ecdsa-examples`, all with the same key.
struct ExampleTests {
    static let content = Array("This is the content.".utf8)

    static func key() throws -> COSEKey {
        var map = CBORMap()
        map[1] = .unsigned(2)
        map[-1] = .unsigned(1)
        map[-2] = .bytes(hex("bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff"))
        map[-3] = .bytes(hex("20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e"))
        return try COSEKey(.map(map))
    }

    /// The bytes after both headers: the payload, and r of every signature; all signatures have the same nonce.
    static let rest = "54546869732069732074686520636F6E74656E742E5840EAE868ECC176883766C5DC5BA5B8DCA25DAB3C2E56A551CE5705B793914348E1"
    static let plain = "9F43D6C6BA654472DA301B645B293C9BA939295B97C4BDB847782BFF384C5794"
    static let withContentType = "72727F48461FABBBA2E343492DDECAC3983686250BC68E9F1A7A07D41225B59F"
    static let withExternal = "55388B10C4F1B59A6733EAB416870A945111A4B2FBDBEF33A77234B1DEFF2F9B"

    @Test func `ecdsa-sig-01, sign-pass-02 and sign-pass-03 verify and encode to the same bytes`() throws {
        let key = try Self.key().publicKey
        let examples: [(String, String, [UInt8])] = [
            ("ecdsa-sig-01", "45A201260300A104423131" + Self.rest + Self.withContentType, []),
            ("sign-pass-02", "43A10126A104423131" + Self.rest + Self.withExternal, hex("11aa22bb33cc44dd55006699")),
            ("sign-pass-03", "43A10126A104423131" + Self.rest + Self.plain, []),
        ]
        for (name, text, external) in examples {
            let bytes = hex("84" + text)
            let message = try COSESign1(CBORItem(decoding: bytes, strictness: .deterministic))
            #expect(message.payload == Self.content, "\(name)")
            #expect(message.isSigned(by: key, externalAAD: external), "\(name)")
            #expect(!message.isSigned(by: key, externalAAD: external + [0]), "\(name)")
            #expect(message.item.encode() == bytes, "\(name)")
            #expect(try COSESign1(tagged: CBORItem(decoding: [0xd2] + bytes)) == message)
        }
    }

    @Test func `the signed bytes equal ToBeSign_hex of the examples`() {
        #expect(
            COSESign1.toBeSigned(protectedBytes: hex("A10126"), payload: Self.content)
                == hex("846A5369676E61747572653143A101264054546869732069732074686520636F6E74656E742E"))
        #expect(
            COSESign1.toBeSigned(protectedBytes: hex("A10126"), payload: Self.content, externalAAD: hex("11AA22BB33CC44DD55006699"))
                == hex("846A5369676E61747572653143A101264C11AA22BB33CC44DD5500669954546869732069732074686520636F6E74656E742E"))
    }

    @Test func `sign-pass-01 is refused because its alg is not protected`() {
        let bytes = hex(
            "D28441A0A2012604423131" + "54546869732069732074686520636F6E74656E742E5840EAE868ECC176883766C5DC5BA5B8DCA25DAB3C2E56A551CE5705"
                + "B793914348E11A02E5F0344BF2D4EE5C7FD75A68A9F5E0B3CC1F1FC1409C189566586FF9D610")
        expectError(.unacceptableAlgorithm) { _ = try COSESign1(tagged: CBORItem(decoding: bytes)) }
    }

    @Test func `sign-fail-01, 03 and 04 are refused because of tag or algorithm`() {
        let refused: [(String, COSEError.Code, String)] = [
            ("sign-fail-01", .malformed, "D903E68443A10126A104423131" + Self.rest + Self.plain),
            ("sign-fail-03", .unacceptableAlgorithm, "D28445A1013903E6A104423131" + Self.rest + Self.plain),
            ("sign-fail-04", .unacceptableAlgorithm, "D2844AA10167756E6B6E6F776EA104423131" + Self.rest + Self.plain),
        ]
        for (name, code, text) in refused {
            expectError(code, "\(name)") { _ = try COSESign1(tagged: CBORItem(decoding: hex(text))) }
        }
    }

    @Test func `the signatures of sign-fail-02, 06 and 07 do not verify`() throws {
        let key = try Self.key().publicKey
        let changed = Self.rest.replacingOccurrence(of: "6E742E", with: "6E742F")
        let forged = [
            ("sign-fail-02", "43A10126A104423131" + changed + Self.plain),
            ("sign-fail-06", "45A201260300A104423131" + Self.rest + Self.plain),
            ("sign-fail-07", "43A10126A104423131" + Self.rest + Self.withContentType),
        ]
        for (name, text) in forged {
            let message = try COSESign1(tagged: CBORItem(decoding: hex("D284" + text)))
            #expect(!message.isSigned(by: key), "\(name)")
        }
    }
}

extension String {
    fileprivate func replacingOccurrence(of old: String, with new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
