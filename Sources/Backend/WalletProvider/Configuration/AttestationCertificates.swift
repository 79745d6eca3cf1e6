// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation
package import HSM
import SwiftASN1
package import X509

/// The certificates of a provider's attestation keys. They are checked at the start, so that a chain that issuers would reject is found
/// early.
package struct AttestationCertificates: Sendable {
    private let chains: [String: [[UInt8]]]

    /// The maximum number of certificates in a chain.
    package static let maximumCount = 4

    /// Assigns each chain to the key that its first certificate certifies.
    ///
    /// - Parameters:
    ///   - chains: each starts with the certificate of an attestation key and leads to a root, which is left out (HAIP §4.4.1).
    ///   - keys: the HSM's attestation keys, newest first. The newest key signs, so it must have a chain.
    ///   - now: the time at which all certificates must be valid.
    /// - Throws: `ConfigurationError` naming the first violated rule.
    package init(_ chains: [[Certificate]], of keys: [HSMPublicKey], at now: Date) throws {
        var found: [String: [[UInt8]]] = [:]
        for chain in chains {
            guard let leaf = chain.first else { throw ConfigurationError("a file of an attestation certificate holds none") }
            try Self.check(chain, at: now)
            guard let key = P256.Signing.PublicKey(leaf.publicKey),
                let owner = keys.first(where: { $0.key.rawRepresentation == key.rawRepresentation })
            else {
                throw ConfigurationError(
                    "an attestation certificate is of no attestation key; wallet-provider keys export attestation prints the one that signs"
                )
            }
            guard found[owner.keyID] == nil else { throw ConfigurationError("the attestation key \(owner.keyID) has two certificates") }
            found[owner.keyID] = try Self.encode(chain)
        }
        guard let newest = keys.first else { throw ConfigurationError("there is no attestation key: run wallet-provider keys create") }
        guard found[newest.keyID] != nil else {
            throw ConfigurationError("the attestation key that signs, \(newest.keyID), has no certificate")
        }
        self.chains = found
    }

    /// Returns the chain of a key in DER, its own certificate first; empty for a key without a chain.
    package func chain(ofKey keyID: String) -> [[UInt8]] { chains[keyID] ?? [] }

    private static func check(_ chain: [Certificate], at now: Date) throws {
        guard chain.count <= maximumCount else {
            throw ConfigurationError("a chain of an attestation certificate has at most \(maximumCount) certificates")
        }
        for certificate in chain {
            guard certificate.issuer != certificate.subject else {
                throw ConfigurationError("an attestation certificate is issued by itself; issuers have the root already, so leave it out")
            }
            guard certificate.notValidBefore <= now, certificate.notValidAfter > now else {
                throw ConfigurationError("an attestation certificate, or one above it, is not valid now")
            }
        }
        for (lower, upper) in zip(chain, chain.dropFirst()) {
            guard lower.issuer == upper.subject, upper.publicKey.isValidSignature(lower.signature, for: lower) else {
                throw ConfigurationError("the certificates behind an attestation certificate do not lead up from it, one after the other")
            }
        }
        if let leaf = chain.first, case .isCertificateAuthority? = try? leaf.extensions.basicConstraints {
            throw ConfigurationError("an attestation certificate is that of an authority")
        }
    }

    private static func encode(_ chain: [Certificate]) throws -> [[UInt8]] {
        do {
            return try chain.map { certificate in
                var serializer = DER.Serializer()
                try serializer.serialize(certificate)
                return serializer.serializedBytes
            }
        } catch {
            throw ConfigurationError("an attestation certificate cannot be written as DER")
        }
    }
}
