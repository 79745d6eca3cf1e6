// SPDX-License-Identifier: EUPL-1.2

public import JOSE
public import JSON

/// A request object that lacks only the signature of the verifier's access key (OpenID4VP 1.0 §5, RFC 9101).
public struct UnsignedRequest: Sendable, Hashable {
    /// The protected header: `alg`, `typ`, `x5c`.
    public let header: JSONObject
    /// The claims.
    public let claims: JSONObject

    /// A request object with these parts.
    public init(header: JSONObject, claims: JSONObject) {
        self.header = header
        self.claims = claims
    }

    /// The bytes that the signature covers.
    public var signingInput: [UInt8] { CompactJWS.signingInput(header: header, payload: claims.encode()) }

    /// Adds a signature over ``signingInput``, which is not verified.
    ///
    /// - Parameter signature: r ‖ s, 64 bytes, by the key of the first certificate.
    /// - Throws: `JOSEError` if the signature does not have 64 bytes.
    public func signed(with signature: [UInt8]) throws(JOSEError) -> CompactJWS {
        try CompactJWS(header: header, payload: claims.encode(), signature: signature)
    }
}
