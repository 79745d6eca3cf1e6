// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A JWT without signature. The key may be anywhere: in the phone's hardware, in an HSM, or at the provider, which signs many at once.
public struct UnsignedJWT: Sendable, Hashable {
    /// The header, with `alg`, `typ` and the reference to the key.
    public let header: JSONObject
    /// The claims, encoded as they are.
    public let claims: JSONObject

    /// A JWT with this header and these claims, unchecked.
    public init(header: JSONObject, claims: JSONObject) {
        self.header = header
        self.claims = claims
    }

    /// The bytes that the signature covers.
    public var signingInput: [UInt8] { CompactJWS.signingInput(header: header, payload: claims.encode()) }

    /// Adds an external signature over ``signingInput``, which is not verified, and returns the compact form.
    ///
    /// - Throws: `JOSEError` if the signature does not have 64 bytes.
    public func signed(with signature: [UInt8]) throws(JOSEError) -> String {
        try CompactJWS(header: header, payload: claims.encode(), signature: signature).serialized
    }

    /// Signs and returns the compact form.
    ///
    /// - Throws: errors of `signer`, or `JOSEError` if it does not return 64 bytes.
    public func signed(by signer: ES256Signer) async throws -> String {
        try signed(with: await signer(signingInput))
    }
}
