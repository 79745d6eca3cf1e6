// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PhoneSimulator
import Testing
import X509

@Suite struct `The development authority` {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let authority: DevelopmentAppleCA

    init() throws {
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentAppleCA(now: now, using: &generator)
    }

    /// The three documents of a stored authority.
    private func documents(of authority: DevelopmentAppleCA) throws -> [String] {
        try authority.pemEncoded().components(separatedBy: "-----BEGIN").dropFirst().map { "-----BEGIN" + $0 }
    }

    @Test func `a stored and restored development CA certifies the same keys, even years later`() async throws {
        let restored = try DevelopmentAppleCA(pemEncoded: authority.pemEncoded())
        #expect(restored.root == authority.root)
        #expect(restored.intermediate == authority.intermediate)
        #expect(try restored.pemEncoded() == authority.pemEncoded())

        let key = AppAttestKey(
            privateKey: P256.Signing.PrivateKey(), appID: AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet"),
            environment: .production)
        let later = now.addingTimeInterval(20 * 365 * 86_400)
        var generator = SystemRandomNumberGenerator()
        let hash = [UInt8](repeating: 1, count: 32)
        let object = try key.attestation(clientDataHash: hash, by: restored, now: later, using: &generator)
        let verifier = AppAttestVerifier(roots: [authority.root], appID: key.appID, environment: .production)
        #expect(try await verifier.verify(attestation: object, clientDataHash: hash, at: later).keyID == key.keyID)
    }

    @Test func `a development CA takes its serial numbers from the given generator, and its keys are always unique`() throws {
        var first = Countdown(state: 1)
        var second = Countdown(state: 1)
        let one = try DevelopmentAppleCA(now: now, using: &first)
        let two = try DevelopmentAppleCA(now: now, using: &second)
        #expect(one.root.serialNumber == two.root.serialNumber)
        #expect(one.intermediate.serialNumber == two.intermediate.serialNumber)
        #expect(one.root.serialNumber != one.intermediate.serialNumber)
        #expect(one.root.publicKey != two.root.publicKey)
        #expect(one.intermediate.publicKey != two.intermediate.publicKey)
        #expect(one.root.serialNumber.bytes.count == 16)
    }

    @Test(arguments: ["", "nothing", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func `a development CA is not restored from anything but its stored form`(text: String) throws {
        let error = #expect(throws: DevelopmentCAError.self) { try DevelopmentAppleCA(pemEncoded: text) }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [[0], [0, 1], [2, 0, 1], [0, 2, 1], [2, 1, 0], [0, 1, 1], [0, 1, 2, 2], [0, 0, 1, 2]])
    func `a development CA is restored only from its three documents in their order`(order: [Int]) throws {
        let parts = try documents(of: authority)
        let error = #expect(throws: DevelopmentCAError.self) {
            try DevelopmentAppleCA(pemEncoded: order.map { parts[$0] }.joined())
        }
        #expect(error?.code == .malformed)
    }

    @Test func `a development CA is not restored from parts of two authorities`() throws {
        var generator = SystemRandomNumberGenerator()
        let mine = try documents(of: authority)
        let other = try documents(of: DevelopmentAppleCA(now: now, using: &generator))
        for parts in [
            [other[0], mine[1], mine[2]], [mine[0], other[1], mine[2]], [mine[0], mine[1], other[2]], [mine[1], mine[0], mine[2]],
            [mine[0], mine[0], mine[2]],
        ] {
            let error = #expect(throws: DevelopmentCAError.self) { try DevelopmentAppleCA(pemEncoded: parts.joined()) }
            #expect(error?.code == .mismatch)
        }
    }

    @Test func `an error on restoring a development CA does not reveal the stored keys`() throws {
        let key = try documents(of: authority)[2]
        let error = try #require(throws: DevelopmentCAError.self) { try DevelopmentAppleCA(pemEncoded: key) }
        #expect(error.description == "the stored development authority for an iPhone cannot be read")
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
