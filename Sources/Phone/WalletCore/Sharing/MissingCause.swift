// SPDX-License-Identifier: EUPL-1.2

import DCQL
import WalletInterface

extension MissingCause {
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
