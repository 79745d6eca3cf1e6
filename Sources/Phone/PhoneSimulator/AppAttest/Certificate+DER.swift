// SPDX-License-Identifier: EUPL-1.2

import SwiftASN1
import X509

extension Certificate {
    /// Returns the certificate in DER, exactly as signed.
    func derEncoded() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(self)
        return serializer.serializedBytes
    }
}
