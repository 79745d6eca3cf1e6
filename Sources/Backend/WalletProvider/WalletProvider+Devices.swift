// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import ProviderProtocol

/// A device key that its maker vouches for.
struct AttestedDeviceKey {
    let kind: DeviceKind
    let publicKey: P256.Signing.PublicKey
}

extension WalletProvider {
    /// Judges the attestation of a device key that is to be registered.
    ///
    /// - Parameter challenge: the enrolment challenge; the attestation must be over its SHA-256.
    /// - Throws: `attestationRejected` with the reason, `unknown_format` for a kind of device that is not accepted here.
    func attestedKey(_ attestation: KeyAttestation, challenge: String) async throws(ProviderProblem) -> AttestedDeviceKey {
        let hash = Array(SHA256.hash(data: Array(challenge.utf8)))
        let time = clock()
        do throws(AttestationRejection) {
            switch attestation {
            case .apple(let object):
                guard let verifier = configuration.devices.apple else { throw AttestationRejection(.unknownFormat) }
                let key = try await verifier.verify(attestation: object, clientDataHash: hash, at: time)
                return AttestedDeviceKey(kind: .apple, publicKey: key.publicKey)
            case .android(let chain):
                guard let android = configuration.devices.android else { throw AttestationRejection(.unknownFormat) }
                let key = try android.verifier.verify(
                    chain: chain, challenge: hash, revocationList: android.revocationList(), at: time)
                return AttestedDeviceKey(kind: .android, publicKey: key.publicKey)
            }
        } catch {
            throw .attestationRejected(reason: error.reason.code)
        }
    }

    /// The counter of the proof that the device key was used over the message; nil for an Android phone, whose signatures have none.
    ///
    /// Whether it is greater than the last one is asked when the message takes effect, not here: a repeated request has the same counter. That
    /// the proof is of the kind that the device registered with is asked where that kind is known.
    ///
    /// - Throws: `instructionRejected` when it does not stand, or is of a kind that is not accepted here.
    func counter(of request: ProviderRequest, madeBy deviceKey: P256.Signing.PublicKey) throws(ProviderProblem) -> UInt32? {
        do throws(AttestationRejection) {
            switch (request.device, configuration.devices.apple, configuration.devices.android) {
            case (.appleAssertion(let assertion), let verifier?, _):
                return try verifier.verify(
                    assertion: assertion, clientData: request.message.deviceSigned, publicKey: deviceKey, previousCounter: 0)
            case (.androidSignature(let signature), _, .some):
                try AndroidKeyAttestationVerifier.verify(
                    signature: signature, over: request.message.deviceSigned, publicKey: deviceKey)
                return nil
            default: throw AttestationRejection(.unknownFormat)
            }
        } catch {
            throw .instructionRejected
        }
    }
}

extension DeviceProof {
    /// The kind of device that proves itself in this way.
    var kind: DeviceKind {
        switch self {
        case .appleAssertion: .apple
        case .androidSignature: .android
        }
    }
}
