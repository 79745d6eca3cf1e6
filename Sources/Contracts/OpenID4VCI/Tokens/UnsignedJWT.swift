// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import SDJWT

/// A JWT without signature. The key may be anywhere: in the phone's hardware, in an HSM, or at the provider, which signs many at once.
package struct UnsignedJWT: Sendable, Hashable {
    package let header: JSONObject
    package let claims: JSONObject

    package init(header: JSONObject, claims: JSONObject) {
        self.header = header
        self.claims = claims
    }

    /// The bytes that the signature covers.
    package var signingInput: [UInt8] { CompactJWS.signingInput(header: header, payload: claims.encode()) }

    /// Adds an external signature over ``signingInput``, which is not verified, and returns the compact form.
    ///
    /// - Throws: ``JOSEError`` if the signature does not have 64 bytes.
    package func signed(with signature: [UInt8]) throws(JOSEError) -> String {
        try CompactJWS(header: header, payload: claims.encode(), signature: signature).serialized
    }

    /// Signs and returns the compact form.
    ///
    /// - Throws: errors of `signer`, or ``JOSEError`` if it does not return 64 bytes.
    package func signed(by signer: ES256Signer) async throws -> String {
        try signed(with: await signer(signingInput))
    }
}
