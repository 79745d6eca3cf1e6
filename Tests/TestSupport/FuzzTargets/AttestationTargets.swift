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
            guard let attestation = try? AppAttestAttestation(decoding: input) else { return .refused }
            let again = try? AppAttestAttestation(decoding: attestation.encode())
            try FuzzFinding.unless(again?.authenticatorData == attestation.authenticatorData, "another attestation when written again")
            _ = try? AuthenticatorData(attestation: attestation.authenticatorData)
            for certificate in attestation.certificates {
                if let certificate = try? Certificate(derEncoded: certificate) { _ = try? AppAttestNonce(in: certificate) }
            }
            return .accepted
        })

    static let appAssertion = FuzzTarget(
        "app-assertion", seeds: { try [AttestationSeeds().assertion] },
        run: { input throws(FuzzFinding) in
            guard let assertion = try? AppAttestAssertion(decoding: input) else { return .refused }
            _ = try? AuthenticatorData(assertion: assertion.authenticatorData)
            let again = try? AppAttestAssertion(decoding: assertion.encode())
            try FuzzFinding.unless(again?.signature == assertion.signature, "another assertion when written again")
            return .accepted
        })

    /// An attestation as a verifier sees it, with the chain of its certificates. An accepted key is the key of the seed's phone.
    static let appAttestationVerifier = FuzzTarget(
        "app-attestation-verifier", mutations: 150, seeds: { try [AttestationSeeds().attestation] },
        run: { input async throws(FuzzFinding) in
            let verifier = AttestationSeeds.appleVerifier
            guard
                let attested = try? await verifier.verify(
                    attestation: input, clientDataHash: AttestationSeeds.challenge, at: AttestationSeeds.time)
            else { return .refused }
            try FuzzFinding.unless(
                attested.publicKey.rawRepresentation == AttestationSeeds.key.publicKey.rawRepresentation, "a key that Apple did not attest")
            let otherwise = try? await verifier.verify(
                attestation: input, clientDataHash: [UInt8](repeating: 8, count: 32), at: AttestationSeeds.time)
            try FuzzFinding.unless(otherwise == nil, "an attestation for two challenges")
            return .accepted
        })

    static let appAssertionVerifier = FuzzTarget(
        "app-assertion-verifier", mutations: 150, seeds: { try [AttestationSeeds().assertion] },
        run: { input throws(FuzzFinding) in
            let counters = [UInt32(0), 1].map { previous in
                try? AttestationSeeds.appleVerifier.verify(
                    assertion: input, clientData: AttestationSeeds.clientData, publicKey: AttestationSeeds.key.publicKey,
                    previousCounter: previous)
            }
            try FuzzFinding.unless(counters[1] == nil, "a counter that the phone did not sign")
            guard let counter = counters[0] else { return .refused }
            try FuzzFinding.unless(counter == 1, "a counter that the phone did not sign")
            return .accepted
        })

    static let androidKeyDescription = FuzzTarget(
        "android-key-description", seeds: { try [AttestationSeeds().keyDescription] },
        run: { input throws(FuzzFinding) in
            guard let description = try? AndroidKeyDescription(decoding: input) else { return .refused }
            guard let written = try? description.encode() else { throw FuzzFinding("a description that cannot be written") }
            let again = try? AndroidKeyDescription(decoding: written)
            try FuzzFinding.unless(again == description, "a description that is not read as it was written")
            return .accepted
        })

    /// A chain under the root of `AttestationSeeds`, in parts. An accepted key has the seed's description and was certified by the seed's phone.
    static let androidChain = FuzzTarget(
        "android-chain", mutations: 100, seeds: { try [FuzzParts.join(AttestationSeeds().chain)] },
        run: { input throws(FuzzFinding) in
            guard let verifier = AttestationSeeds.verifier else { throw FuzzFinding("no verifier of chains") }
            let challenge = AttestationSeeds.challenge
            let chain = FuzzParts.split(input, atMost: 16)
            guard
                let attested = try? verifier.verify(
                    chain: chain, challenge: challenge, revocationList: AttestationSeeds.revocationList, at: AttestationSeeds.time)
            else { return .refused }
            try FuzzFinding.unless(attested.description == AttestationSeeds.readDescription, "a description that no trusted key has signed")
            let untrusting = AndroidKeyAttestationVerifier(roots: [], policy: verifier.policy)
            let untrusted = try? untrusting.verify(
                chain: chain, challenge: challenge, revocationList: AttestationSeeds.revocationList, at: AttestationSeeds.time)
            try FuzzFinding.unless(untrusted == nil, "a chain was accepted whose root nobody trusts")
            return .accepted
        })
}
