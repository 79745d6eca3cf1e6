// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

extension JWK {
    /// The JWK of a key for key agreement.
    init(_ key: P256.KeyAgreement.PublicKey) {
        guard let point = try? P256.Signing.PublicKey(rawRepresentation: key.rawRepresentation) else {
            preconditionFailure("the point of a P-256 key is on P-256")
        }
        self.init(point)
    }

    /// The same point as a key for key agreement.
    var agreementKey: P256.KeyAgreement.PublicKey? { try? P256.KeyAgreement.PublicKey(rawRepresentation: coordinates) }
}
