// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// The `result` of `preview_issuance`: `{"public_key": <JWK>, "proof": "<JWT>"}`. The `data` is a ``KeyRequest`` for one key without id.
///
/// An issuer that requires attested keys requires them for a preview too, before the user has entered a PIN. The provider makes a key in
/// its HSM, proves and attests it, and deletes it before responding. The credential can be previewed but never used.
package struct PreviewProof: Sendable, Hashable {
    /// The public key of the deleted key.
    package let publicKey: JWK
    /// An `openid4vci-proof+jwt` with a key attestation in its header.
    package let proof: String

    package init(publicKey: JWK, proof: String) {
        self.publicKey = publicKey
        self.proof = proof
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let (key, proof) = (try JWK(reader.object("public_key")), try reader.string("proof"))
            try reader.finish()
            return PreviewProof(publicKey: key, proof: proof)
        }
    }

    package var json: JSONObject { ["public_key": .object(publicKey.json), "proof": .string(proof)] }
}
