// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import Testing
import X509

@Suite struct `The development authority for Android` {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let authority: DevelopmentGoogleCA

    init() throws {
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentGoogleCA(now: now, using: &generator)
    }

    /// The seven documents of a stored authority.
    private func documents(of authority: DevelopmentGoogleCA) throws -> [String] {
        try authority.pemEncoded().components(separatedBy: "-----BEGIN").dropFirst().map { "-----BEGIN" + $0 }
    }

    @Test func `a development CA is unchanged after storing and restoring`() throws {
        let restored = try DevelopmentGoogleCA(pemEncoded: authority.pemEncoded())
        #expect(restored.root == authority.root)
        #expect(restored.trustedEnvironment.certificate == authority.trustedEnvironment.certificate)
        #expect(restored.trustedEnvironment.intermediate == authority.trustedEnvironment.intermediate)
        #expect(restored.strongBox.certificate == authority.strongBox.certificate)
        #expect(restored.strongBox.intermediate == authority.strongBox.intermediate)
        #expect(try restored.pemEncoded() == authority.pemEncoded())
    }

    @Test func `a development CA takes names and serial numbers from the given generator, and its keys are always unique`() throws {
        var first = Countdown(state: 1)
        var second = Countdown(state: 1)
        let one = try DevelopmentGoogleCA(now: now, using: &first)
        let two = try DevelopmentGoogleCA(now: now, using: &second)
        #expect(one.root.serialNumber == two.root.serialNumber)
        #expect(one.root.subject == two.root.subject)
        #expect(one.strongBox.certificate.subject == two.strongBox.certificate.subject)
        #expect(one.root.publicKey != two.root.publicKey)
        #expect(one.strongBox.certificate.publicKey != two.strongBox.certificate.publicKey)
        #expect(one.strongBox.certificate.publicKey != one.trustedEnvironment.certificate.publicKey)
        let serials = [one.root] + [one.trustedEnvironment, one.strongBox].flatMap { [$0.intermediate, $0.certificate] }
        #expect(Set(serials.map(\.serialNumber)).count == 5)
    }

    @Test(arguments: ["", "nothing", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func `a development CA is not restored from anything but its stored form`(text: String) throws {
        let error = #expect(throws: DevelopmentCAError.self) { try DevelopmentGoogleCA(pemEncoded: text) }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [
        [], [0], [0, 1, 2, 3], [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6, 6], [0, 0, 1, 2, 3, 4, 5], [3, 1, 2, 0, 4, 5, 6],
        [0, 1, 3, 2, 4, 5, 6],
        [6, 5, 4, 3, 2, 1, 0],
    ])
    func `a development CA is restored only from its seven documents in their order`(order: [Int]) throws {
        let parts = try documents(of: authority)
        let error = #expect(throws: DevelopmentCAError.self) {
            try DevelopmentGoogleCA(pemEncoded: order.map { parts[$0] }.joined())
        }
        #expect(error?.code == .malformed)
    }

    @Test func `a development CA is not restored from parts of two authorities, or from one batch twice`() throws {
        var generator = SystemRandomNumberGenerator()
        let mine = try documents(of: authority)
        let other = try documents(of: DevelopmentGoogleCA(now: now, using: &generator))
        for index in mine.indices {
            var parts = mine
            parts[index] = other[index]
            let error = #expect(throws: DevelopmentCAError.self) { try DevelopmentGoogleCA(pemEncoded: parts.joined()) }
            #expect(error?.code == .mismatch)
        }
        for order in [[0, 1, 2, 3, 1, 2, 3], [0, 4, 2, 3, 4, 5, 6], [1, 1, 2, 3, 4, 5, 6], [0, 1, 2, 6, 4, 5, 3]] {
            let error = #expect(throws: DevelopmentCAError.self) {
                try DevelopmentGoogleCA(pemEncoded: order.map { mine[$0] }.joined())
            }
            #expect(error?.code == .mismatch)
        }
    }

    @Test func `an error on restoring a development CA does not reveal the stored keys`() throws {
        let key = try documents(of: authority)[3]
        let error = try #require(throws: DevelopmentCAError.self) { try DevelopmentGoogleCA(pemEncoded: key) }
        #expect(error.description == "the stored development authority for an Android phone cannot be read")
    }
}

/// A deterministic generator.
private struct Countdown: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}
