// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// Signs bytes with ES256 and returns r ‖ s, 64 bytes. A closure, so that the key may be in hardware.
public typealias ES256Signer = (_ signingInput: [UInt8]) async throws -> [UInt8]

extension CompactJWS {
    /// Makes a JWS with an external signer.
    ///
    /// - Throws: errors of `signer`, or `JOSEError` if it does not return 64 bytes or the payload is empty.
    public static func signed(header: JSONObject, payload: [UInt8], by signer: ES256Signer) async throws -> CompactJWS {
        let signingInput = signingInput(header: header, payload: payload)
        return try CompactJWS(header: header, payload: payload, signature: try await signer(signingInput), over: signingInput)
    }
}
