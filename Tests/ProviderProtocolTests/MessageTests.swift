// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import ProviderProtocol
import Testing

struct MessageTests {
    let samples = Samples()

    @Test func `a message signed by the PIN key round-trips and keeps its text`() throws {
        let sent = try InstructionMessage(samples.claims(), signedBy: samples.pinKey)
        let received = try InstructionMessage(parsing: sent.text)
        #expect(received.claims == samples.claims())
        #expect(received.text == sent.text)
        #expect(received.deviceSigned == Array(sent.text.utf8))
        #expect(received.isSigned(by: samples.pinKey.publicKey))
        #expect(!received.isSigned(by: samples.deviceKey.publicKey))
    }

    @Test func `a device-only message round-trips and is not signed by a PIN key`() throws {
        let claims = samples.claims(.walletStatus)
        let received = try InstructionMessage(parsing: InstructionMessage(deviceOnly: claims).text)
        #expect(received.claims == claims)
        #expect(!received.isSigned(by: samples.pinKey.publicKey))
    }

    @Test func `a message without a PIN signature is refused where the PIN is required, and a PIN-signed message where it is not`() throws {
        let bare = InstructionMessage(deviceOnly: samples.claims(.checkPIN)).text
        #expect(throws: ProtocolViolation.self) { try InstructionMessage(parsing: bare) }
        let signed = try InstructionMessage(samples.claims(.walletStatus), signedBy: samples.pinKey).text
        #expect(throws: ProtocolViolation.self) { try InstructionMessage(parsing: signed) }
    }

    @Test func `a proof of possession is valid for one message only`() {
        let text = samples.claims(.startPINChange).possessionText
        #expect(text == "change_pin_start BwcHBwcHBwcHBwcHBwcHBw 3 Y2hhbGxlbmdl")
        let others = [
            samples.claims(.settlePINChange), samples.claims(.startPINChange, challenge: "Y2g"),
            InstructionClaims(
                walletID: samples.otherWalletID, audience: samples.audience, instruction: .startPINChange, challenge: "Y2hhbGxlbmdl",
                sequenceNumber: 3, issuedAt: 0),
            InstructionClaims(
                walletID: samples.walletID, audience: samples.audience, instruction: .startPINChange, challenge: "Y2hhbGxlbmdl",
                sequenceNumber: 4, issuedAt: 0),
        ]
        for other in others { #expect(other.possessionText != text) }
    }

    static let headers: [JSONObject] = [
        ["alg": "none", "typ": "wallet-instruction+jwt"],
        ["alg": "HS256", "typ": "wallet-instruction+jwt"],
        ["alg": "ES256"],
        ["alg": "ES256", "typ": "JWT"],
        ["alg": "ES256", "typ": "Wallet-Instruction+JWT"],
        ["alg": "ES256", "typ": "wallet-certificate+jwt"],
        ["alg": "ES256", "typ": "wallet-instruction+jwt", "kid": "k1"],
        ["alg": "ES256", "typ": "wallet-instruction+jwt", "crit": ["exp"]],
        ["alg": "ES256", "typ": "wallet-instruction+jwt", "jwk": [:]],
        ["alg": "ES256", "typ": "wallet-instruction+jwt", "cty": "x"],
    ]

    @Test(arguments: headers)
    func `a message with any other header is refused`(_ header: JSONObject) throws {
        let text = try CompactJWS.sign(header: header, payload: samples.claims().encode(), with: samples.pinKey).serialized
        #expect(throws: ProtocolViolation.self) { try InstructionMessage(parsing: text) }
    }

    @Test func `a message's header may have its members in either order`() throws {
        let headers: [JSONObject] = [
            ["alg": "ES256", "typ": "wallet-instruction+jwt"], ["typ": "wallet-instruction+jwt", "alg": "ES256"],
        ]
        for header in headers {
            let text = try CompactJWS.sign(header: header, payload: samples.claims().encode(), with: samples.pinKey).serialized
            #expect(try InstructionMessage(parsing: text).isSigned(by: samples.pinKey.publicKey))
        }
    }

    @Test(arguments: ["wallet_id", "aud", "instruction", "challenge", "seq", "iat", "data"])
    func `a message whose claims have a missing or null member is refused`(_ name: String) throws {
        let claims = try JSONObject(parsing: samples.claims().encode())
        #expect(throws: ProtocolViolation.self) { try InstructionClaims(parsing: claims.removing(name).encode()) }
        #expect(throws: ProtocolViolation.self) { try InstructionClaims(parsing: claims.setting(name, .null).encode()) }
    }

    @Test(arguments: ["0", "-1", "1.0", "1e3", "9007199254740992", "9223372036854775808", "\"3\"", "true", "03"])
    func `a message with an invalid sequence number is refused`(_ text: String) {
        let json = String(decoding: samples.claims().encode(), as: UTF8.self).replacing("\"seq\":3", with: "\"seq\":\(text)")
        #expect(throws: ProtocolViolation.self) { try InstructionClaims(parsing: Array(json.utf8)) }
    }

    @Test(arguments: ["-1", "-0.5", "9007199254740992", "1e300", "\"1800000000\"", "true", "null"])
    func `a message with an invalid time is refused, and a fraction is cut off`(_ text: String) throws {
        let claims = try JSONObject(parsing: samples.claims().encode())
        let time = try JSONValue(parsing: Array(text.utf8))
        #expect(throws: ProtocolViolation.self) { try InstructionClaims(parsing: claims.setting("iat", time).encode()) }
        #expect(try InstructionClaims(parsing: claims.setting("iat", .decimal(1.8000000005e9)).encode()).issuedAt == 1_800_000_000)
    }

    @Test func `a message with a duplicate member is refused, even if the member's name is escaped`() {
        let json = String(decoding: samples.claims().encode(), as: UTF8.self)
        for doubled in [#""seq":4,"#, #""s\u0065q":4,"#] {
            let text = "{" + doubled + json.dropFirst()
            #expect(throws: ProtocolViolation.self) { try InstructionClaims(parsing: Array(text.utf8)) }
        }
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c.d", "e30", "e30.e30.", "!!!", "e30=", "bnVsbA"])
    func `anything but a signed message is refused`(_ text: String) {
        #expect(throws: ProtocolViolation.self) { try InstructionMessage(parsing: text) }
    }

    @Test func `a message that is too long is refused`() {
        #expect(throws: ProtocolViolation.self) { try InstructionMessage(parsing: String(repeating: "A", count: 65_537)) }
    }

    @Test(arguments: [
        "", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA==", "AAAAAAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAA+A",
    ])
    func `a wallet id has 16 bytes and one encoding`(_ text: String) {
        #expect(throws: ProtocolViolation.self) { try WalletID(parsing: text) }
    }

    @Test func `a wallet id round-trips and is redacted in descriptions`() throws {
        #expect(try WalletID(parsing: samples.walletID.text) == samples.walletID)
        #expect(!"\(samples.walletID)".contains(samples.walletID.text))
    }
}
