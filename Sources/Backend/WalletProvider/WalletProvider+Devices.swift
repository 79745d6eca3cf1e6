// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import ProviderProtocol

/// A device key with a valid attestation of its manufacturer.
struct AttestedDeviceKey {
    let kind: DeviceKind
    let publicKey: P256.Signing.PublicKey
}

extension WalletProvider {
    /// Verifies the attestation of a device key during registration.
    ///
    /// - Parameter challenge: the enrolment challenge; the attestation must be over its SHA-256.
    /// - Throws: `attestationRejected` with the reason, which is `unknown_format` for a kind of device that is not accepted here.
    func attestedKey(_ attestation: DeviceKeyAttestation, challenge: String) async throws(ProviderProblem) -> AttestedDeviceKey {
        let hash = Array(SHA256.hash(data: Array(challenge.utf8)))
        let time = clock()
        let kind: DeviceKind = if case .apple = attestation { .apple } else { .android }
        do throws(AttestationRejection) {
            let publicKey =
                switch attestation {
                case .apple(let object):
                    try await appleKey(object, hash, at: time)
                case .android(let chain):
                    try androidKey(chain, hash, at: time)
                }
            observe(.attestationJudged(kind, verdict: "accepted"))
            return AttestedDeviceKey(kind: kind, publicKey: publicKey)
        } catch {
            observe(.attestationJudged(kind, verdict: error.reason.code))
            throw .attestationRejected(reason: error.reason.code)
        }
    }

    private func appleKey(
        _ object: [UInt8], _ hash: [UInt8], at time: Date
    ) async throws(AttestationRejection) -> P256.Signing.PublicKey {
        guard let verifier = configuration.devices.apple else { throw AttestationRejection(.unknownFormat) }
        return try await verifier.verify(attestation: object, clientDataHash: hash, at: time).publicKey
    }

    private func androidKey(
        _ chain: [[UInt8]], _ hash: [UInt8], at time: Date
    ) throws(AttestationRejection) -> P256.Signing.PublicKey {
        guard let android = configuration.devices.android else { throw AttestationRejection(.unknownFormat) }
        return try android.verifier.verify(chain: chain, challenge: hash, revocationList: android.revocationList(), at: time).publicKey
    }

    /// Verifies the device key's proof over the message. Returns the kind of device and an iPhone's counter; an Android phone's signatures
    /// have none.
    ///
    /// Two checks follow elsewhere. The counter is compared with the last accepted counter when the message takes effect, because a
    /// repeated request has the same counter. The caller compares the kind with the registered kind.
    ///
    /// - Throws: `instructionRejected` if the proof is invalid or of a kind that is not accepted here.
    func proof(
        of request: ProviderRequest, madeBy deviceKey: P256.Signing.PublicKey
    ) throws(ProviderProblem) -> (kind: DeviceKind, counter: UInt32?) {
        let message = request.message.deviceSigned
        do throws(AttestationRejection) {
            switch request.device {
            case .appleAssertion(let assertion):
                guard let verifier = configuration.devices.apple else { throw AttestationRejection(.unknownFormat) }
                let counter = try verifier.verify(assertion: assertion, clientData: message, publicKey: deviceKey, previousCounter: 0)
                return (.apple, counter)
            case .androidSignature(let signature):
                guard configuration.devices.android != nil else { throw AttestationRejection(.unknownFormat) }
                try AndroidKeyAttestationVerifier.verify(signature: signature, over: message, publicKey: deviceKey)
                return (.android, nil)
            }
        } catch {
            throw .instructionRejected
        }
    }
}
