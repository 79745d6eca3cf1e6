// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// The naming scheme for the keys of every HSM.
package enum KeyName {
    /// Returns the purpose, a dash and the first eight bytes in hexadecimal.
    ///
    /// - Parameter bytes: at least eight; only the first eight are used.
    package static func make(_ purpose: KeyPurpose, _ bytes: [UInt8]) -> String {
        purpose.name + "-" + bytes.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension HSMPublicKey {
    /// Creates a public key with its standard id, which uses the first eight bytes of the SHA-256 of the uncompressed point.
    package init(_ key: P256.Signing.PublicKey, for purpose: SigningPurpose) {
        self.init(keyID: KeyName.make(.signing(purpose), Array(SHA256.hash(data: key.x963Representation))), key: key)
    }
}
