// SPDX-License-Identifier: EUPL-1.2

import DCQL

/// The reason why no card answers a credential query (UC5.1/9.1). The person is told; the verifier is not.
enum MissingCause: String, Sendable, Hashable, CaseIterable {
    /// There is no such card, or it lacks a claim or has another value.
    case notThere
    /// All cards are in other formats.
    case format
    /// The card is of an issuer that the verifier does not accept.
    case issuer
    case revoked
    case suspended
    case expired
    case notYetValid
    /// Every copy was disclosed.
    case noCopy

    /// The cause of the card that comes nearest to an answer. A card of the right type and issuer without the claim is nearer than one of
    /// another issuer.
    init(_ misses: [Miss]) {
        let nearestFirst: [(miss: Miss.Cause, cause: MissingCause)] = [
            (.value, .notThere), (.claim, .notThere), (.authority, .issuer), (.type, .notThere), (.format, .format),
        ]
        let causes = Set(misses.map(\.cause))
        self = nearestFirst.first { causes.contains($0.miss) }?.cause ?? .notThere
    }
}
