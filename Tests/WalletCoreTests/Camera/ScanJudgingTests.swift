// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import PlatformSupport
import Testing
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// The judgement of a scanned text without the network (UC9.9/1.4).
struct ScanJudgingTests {
    private static let links = "https://wallet.example/link/"

    private func judged(_ text: String) throws -> ScanResult { ScanResult(try #require(ScannedCode(text)), by: .embedded) }

    /// The problem of a text; nil for a link that starts a flow.
    private func problem(_ text: String) throws -> ScanProblem? {
        let result = try judged(text)
        return switch result {
        case .link: nil
        case .notUsable(let problem, _): problem
        }
    }

    @Test(arguments: [
        "disclosure", "disclosure?client_id=a&request_uri=https%3A%2F%2Fv.example%2Fr", "disclosure?session_type=cross_device",
        "disclosure?request_uri=https%3A%2F%2Fv.example%2Fr%3Fsession_type%3Dcross_device",
        "disclosure?session_type=same_device&session_type=cross_device", "disclosure?session_type=other",
        "credential-offer?credential_offer_uri=https%3A%2F%2Fi.example%2Fo", "credential-offer?session_type=same_device",
        "disclosure_based_issuance?session_type=cross_device",
    ])
    func `a link for the scanner, or for no device in particular, can be used`(path: String) throws {
        let text = Self.links + path
        guard case .link(let link, let code) = try judged(text) else {
            Issue.record("not usable")
            return
        }
        #expect(code.text == text && link.withText { $0 } == text)
    }

    @Test(arguments: [
        "disclosure?session_type=same_device", "disclosure?request_uri=https%3A%2F%2Fv.example%2Fr%3Fsession_type%3Dsame_device",
        "disclosure?a=b&session%5Ftype=same%5Fdevice", "disclosure_based_issuance?session_type=same_device",
    ])
    func `a link that belongs to the device that shows it is refused`(path: String) throws {
        #expect(try problem(Self.links + path) == .sameDevice)
    }

    @Test(arguments: ["authentication", "authentication?code=1&state=2", "authentication?session_type=cross_device"])
    func `the way back from a login starts nothing`(path: String) throws {
        #expect(try problem(Self.links + path) == .notNow)
    }

    @Test(arguments: [
        "https://shop.example/", "http://shop.example", "HTTPS://SHOP.EXAMPLE/A", "https://wallet.example/link/unknown",
        "http://wallet.example/link/disclosure", "https://wallet.example.other.example/link/disclosure",
        "https://wallet.example/link/disclosure#fragment", "https://user@wallet.example/link/disclosure", "https://m\u{FC}nchen.example",
    ])
    func `another web address is called one`(text: String) throws {
        #expect(try problem(text) == .webAddress)
    }

    @Test(arguments: [
        "hello", "https://", "http://", "https://two words", " https://shop.example", "https://shop.example\n", "https:shop.example",
        "WIFI:S:home;T:WPA;P:secret;;", "mailto:a@shop.example", "javascript:alert(1)", "ftp://shop.example/", "123456789",
    ])
    func `any other text is no web address`(text: String) throws {
        #expect(try problem(text) == .otherText)
    }

    @Test func `a text of 2048 bytes is judged, and one of 2049 is too long`() throws {
        let start = Self.links + "disclosure?a="
        let longest = start + String(repeating: "b", count: ScanProblem.maximumBytes - start.utf8.count)
        #expect(longest.utf8.count == 2048)
        #expect(try problem(longest) == nil)
        #expect(try problem(longest + "b") == .tooLong)
        // Bytes count, not characters.
        let letters = String(repeating: "\u{E9}", count: 1024)
        #expect(try problem(letters) == .otherText)
        #expect(try problem(letters + "a") == .tooLong)
        let largest = String(repeating: "7", count: ScannedCode.maximumBytes)
        let code = try #require(ScannedCode(largest))
        #expect(try judged(largest) == .notUsable(.tooLong, code))
    }

    @Test func `without patterns no link is one of the wallet's`() throws {
        let code = try #require(ScannedCode(Self.links + "disclosure"))
        #expect(ScanResult(code, by: []) == .notUsable(.webAddress, code))
    }

    private static let declared: [(String, SessionType?)] = [
        ("", nil), ("%3Fa%3Db", nil), ("%3Fsession_type%3Dsame_device", .sameDevice), ("%3Fsession_type%3Dcross_device", .crossDevice),
        ("%3Fsession_type%3Dother", nil), ("%3Fsession_type%3Dsame_device%26session_type%3Dcross_device", .crossDevice),
    ]

    @Test(arguments: declared)
    func `the scanner reads a declaration as the wallet's client of OpenID4VP does`(suffix: String, session: SessionType?) throws {
        let verifier = VerifierWorld.verifier
        let text = Self.links + "disclosure?client_id=\(verifier.clientID)&request_uri=\(verifier.requestURI)\(suffix)"
        let link = try #require(UniversalLink(recognising: text, by: .embedded))
        #expect(try PresentationLink(parsing: text).declaredSession == session)
        #expect(link.isMeantForOpening == (session == .sameDevice) && link.isMeantForScanning == (session == .crossDevice))
        #expect(try problem(text) == (session == .sameDevice ? .sameDevice : nil))
    }
}
