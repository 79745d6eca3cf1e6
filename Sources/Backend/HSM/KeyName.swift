// SPDX-License-Identifier: EUPL-1.2

package import Crypto

/// How the keys of every HSM are named.
package enum KeyName {
    /// The purpose, a dash and the first eight bytes in hexadecimal.
    ///
    /// - Parameter bytes: at least eight; what follows them is not used.
    package static func make(_ purpose: KeyPurpose, _ bytes: [UInt8]) -> String {
        purpose.name + "-" + bytes.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

extension HSMPublicKey {
    /// A public key under the name that every HSM gives it: made of the first eight bytes of SHA-256 of the uncompressed point.
    package init(_ key: P256.Signing.PublicKey, for purpose: SigningPurpose) {
        self.init(keyID: KeyName.make(.signing(purpose), Array(SHA256.hash(data: key.x963Representation))), key: key)
    }
}
