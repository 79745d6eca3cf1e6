// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PlatformSupport

/// The core's check of the hardware's evidence, before it stores or sends the evidence (ATT-03). Only the provider can judge if the
/// evidence is true: the core knows neither the platform's roots nor the attested public key.
extension PlatformAttestation {
    /// The longest attestation that fits the provider's longest message of 65,536 characters, in bytes: the message contains it in base64
    /// twice over. A platform's own has at most about 10,000.
    private static let longest = 24 * 1024

    /// True if the attestation is not empty and can be sent.
    var isPlausible: Bool {
        switch self {
        case .apple(let object): (1...Self.longest).contains(object.count)
        case .android(let chain):
            !chain.isEmpty && chain.allSatisfy { !$0.isEmpty } && chain.count <= Self.longest && chain.joined().count <= Self.longest
        }
    }
}

extension PlatformKeyProof {
    /// The longest assertion, in bytes. Apple's own has about 150.
    private static let longestAssertion = 4096

    /// True if the proof has the form of an assertion or of a signature.
    var isPlausible: Bool {
        switch self {
        case .appleAssertion(let bytes): (1...Self.longestAssertion).contains(bytes.count)
        case .androidSignature(let bytes): (try? P256.Signing.ECDSASignature(derRepresentation: bytes)) != nil
        }
    }
}
