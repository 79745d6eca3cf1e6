// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SimulatedPhone
import SwiftASN1
import X509

/// What phones send about their keys.
extension FuzzTarget {
    static let appAttestation = FuzzTarget(
        "app-attestation", seeds: { try [Samples().attestation] },
        run: { input throws(FuzzFinding) in
            guard let attestation = try? AppAttestAttestation(decoding: input) else { return }
            let again = try? AppAttestAttestation(decoding: attestation.encode())
            try FuzzFinding.unless(again?.authenticatorData == attestation.authenticatorData, "another attestation when written again")
            _ = try? AuthenticatorData(attestation: attestation.authenticatorData)
            for certificate in attestation.certificates {
                if let certificate = try? Certificate(derEncoded: certificate) { _ = try? AppAttestNonce(in: certificate) }
            }
        })

    static let appAssertion = FuzzTarget(
        "app-assertion", seeds: { try [Samples().assertion] },
        run: { input throws(FuzzFinding) in
            guard let assertion = try? AppAttestAssertion(decoding: input) else { return }
            _ = try? AuthenticatorData(assertion: assertion.authenticatorData)
            let again = try? AppAttestAssertion(decoding: assertion.encode())
            try FuzzFinding.unless(again?.signature == assertion.signature, "another assertion when written again")
        })

    static let androidKeyDescription = FuzzTarget(
        "android-key-description", seeds: { try [Samples().keyDescription] },
        run: { input throws(FuzzFinding) in
            guard let description = try? AndroidKeyDescription(decoding: input) else { return }
            guard let written = try? description.encode() else { throw FuzzFinding("a description that cannot be written") }
            let again = try? AndroidKeyDescription(decoding: written)
            try FuzzFinding.unless(again != nil, "a description that is not read as it was written")
        })

    /// A chain: each certificate behind two bytes of length.
    static let androidChain = FuzzTarget(
        "android-chain", seeds: { try [Samples().chain.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 }] },
        run: { input throws(FuzzFinding) in
            var chain: [[UInt8]] = []
            var rest = input[...]
            while rest.count > 2, chain.count < 8 {
                let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
                chain.append(Array(rest.dropFirst(2).prefix(length)))
                rest = rest.dropFirst(2 + length)
            }
            let accepted = try? Samples.verifier?.verify(
                chain: chain, challenge: [UInt8](repeating: 9, count: 32), revocationList: nil, at: Samples.time)
            try FuzzFinding.unless(accepted == nil, "a chain was accepted whose root nobody trusts")
        })
}

/// Good input, made by simulated phones.
private struct Samples {
    static let time = Date(timeIntervalSince1970: 1_767_225_600)

    let attestation: [UInt8]
    let assertion: [UInt8]
    let chain: [[UInt8]]
    let keyDescription: [UInt8]

    init() throws {
        var generator = SystemRandomNumberGenerator()
        let apple = try DevelopmentAppleCA(now: Self.time, using: &generator)
        let key = AppAttestKey(
            privateKey: P256.Signing.PrivateKey(), appID: AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet"), environment: .production)
        attestation = try key.attestation(
            clientDataHash: [UInt8](repeating: 9, count: 32), by: apple, now: Self.time, using: &generator)
        assertion = try key.assertion(clientData: [1, 2, 3], counter: 1)
        let google = try DevelopmentGoogleCA(now: Self.time, using: &generator)
        guard let level = PatchLevel(year: 2025, month: 9) else { throw FuzzFinding("a patch level") }
        let android = AndroidKeystoreKey(
            privateKey: P256.Signing.PrivateKey(), app: Self.app, device: AndroidDevice(osPatchLevel: level))
        chain = try android.attestation(challenge: [UInt8](repeating: 9, count: 32), by: google, now: Self.time)
        guard let leaf = chain.first,
            let found = try Certificate(derEncoded: leaf).extensions[oid: AndroidKeyDescription.extensionID]
        else { throw FuzzFinding("a chain without a key description") }
        keyDescription = Array(found.value)
    }

    private static let app = AndroidApp(packageName: "nl.example.wallet", signingCertificateDigest: [UInt8](repeating: 0xD1, count: 32))

    /// Trusts nobody.
    static let verifier = PatchLevel(number: 202_509).map { level in
        AndroidKeyAttestationVerifier(
            roots: [],
            policy: AndroidAttestationPolicy(
                packageNames: [app.packageName], signingCertificateDigests: [app.signingCertificateDigest], minimumOSPatchLevel: level))
    }
}
