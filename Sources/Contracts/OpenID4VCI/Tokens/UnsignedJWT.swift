// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import SDJWT

/// A JWT that only lacks its signature, so that the key may be anywhere: in the phone's hardware, an HSM, or with the provider, which signs
/// many at once.
package struct UnsignedJWT: Sendable, Hashable {
    /// The header.
    package let header: JSONObject
    /// The claims.
    package let claims: JSONObject

    /// A JWT to sign.
    package init(header: JSONObject, claims: JSONObject) {
        self.header = header
        self.claims = claims
    }

    /// What the signature is made over.
    package var signingInput: [UInt8] { CompactJWS.signingInput(header: header, payload: claims.encode()) }

    /// The compact form with a signature that was made elsewhere over ``signingInput``; it is not checked.
    ///
    /// - Throws: ``JOSEError`` for anything but 64 bytes.
    package func signed(with signature: [UInt8]) throws(JOSEError) -> String {
        try CompactJWS(header: header, payload: claims.encode(), signature: signature).serialized
    }

    /// The compact form, signed.
    ///
    /// - Throws: what `signer` throws, or ``JOSEError`` when it returns something other than 64 bytes.
    package func signed(by signer: ES256Signer) async throws -> String {
        try signed(with: await signer(signingInput))
    }
}
