// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PlatformSupport
import ProviderProtocol
import Synchronization

@testable import WalletCore

/// The provider's half of the hardware's promises: whose key was attested, for which challenge, and what it has signed.
extension FakeProvider {
    /// Verifies the evidence of a registration, and keeps the attested key.
    func verifyAttestation(of request: ProviderRequest) throws {
        guard let hardware = state.withLock({ $0.hardware }) else { return }
        let claims = request.message.claims
        let attestation = try RegistrationData(claims.data).attestation
        let evidence: [UInt8] =
            switch attestation {
            case .apple(let object): object
            case .android(let chain): chain.first ?? []
            }
        let name = String(decoding: evidence.dropLast(32), as: UTF8.self)
        guard evidence.suffix(32).elementsEqual(SHA256.hash(data: Array(claims.challenge.utf8))),
            let key = hardware.state.withLock({ $0.keys[name]?.key.publicKey })
        else { throw ProviderProblem.attestationRejected(reason: "evidence") }
        state.withLock { $0.deviceKeys[claims.walletID.text] = key }
        try verifyProof(of: request)
    }

    /// Verifies that the wallet's attested key signed the message.
    func verifyProof(of request: ProviderRequest) throws {
        let walletID = request.message.claims.walletID.text
        guard let key = state.withLock({ $0.deviceKeys[walletID] }) else { return }
        let bytes: [UInt8] =
            switch request.device {
            case .appleAssertion(let bytes), .androidSignature(let bytes): bytes
            }
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes),
            key.isValidSignature(signature, for: request.message.deviceSigned)
        else { throw ProviderProblem.instructionRejected }
    }
}
