// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import X509

/// The attestations that phones send.
extension FuzzTarget {
    static let appAttestation = FuzzTarget(
        "app-attestation", seeds: { try [AttestationSeeds().attestation] },
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
        "app-assertion", seeds: { try [AttestationSeeds().assertion] },
        run: { input throws(FuzzFinding) in
            guard let assertion = try? AppAttestAssertion(decoding: input) else { return }
            _ = try? AuthenticatorData(assertion: assertion.authenticatorData)
            let again = try? AppAttestAssertion(decoding: assertion.encode())
            try FuzzFinding.unless(again?.signature == assertion.signature, "another assertion when written again")
        })

    static let androidKeyDescription = FuzzTarget(
        "android-key-description", seeds: { try [AttestationSeeds().keyDescription] },
        run: { input throws(FuzzFinding) in
            guard let description = try? AndroidKeyDescription(decoding: input) else { return }
            guard let written = try? description.encode() else { throw FuzzFinding("a description that cannot be written") }
            let again = try? AndroidKeyDescription(decoding: written)
            try FuzzFinding.unless(again == description, "a description that is not read as it was written")
        })

    /// A chain: each certificate after its length in two bytes.
    static let androidChain = FuzzTarget(
        "android-chain",
        seeds: {
            var seed: [UInt8] = []
            for certificate in try AttestationSeeds().chain {
                seed += [UInt8(certificate.count / 256), UInt8(certificate.count % 256)]
                seed += certificate
            }
            return [seed]
        },
        run: { input throws(FuzzFinding) in
            let challenge = [UInt8](repeating: 9, count: 32)
            let key = try? AttestationSeeds.verifier?.verify(
                chain: parts(of: input), challenge: challenge, revocationList: nil, at: AttestationSeeds.time)
            try FuzzFinding.unless(key == nil, "a chain was accepted whose root nobody trusts")
        })
}

/// Splits input into at most eight parts, each after its length in two bytes.
private func parts(of input: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = input[...]
    while parts.count < 8, let high = rest.popFirst(), let low = rest.popFirst() {
        let length = Int(high) * 256 + Int(low)
        parts.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
    }
    return parts
}
