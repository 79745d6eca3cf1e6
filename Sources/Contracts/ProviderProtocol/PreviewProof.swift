// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `result` of `preview_issuance`: `{"public_key": <JWK>, "proof": "<JWT>"}`. The `data` is a ``KeyRequest`` for one key without a name.
///
/// An issuer that demands attested keys demands them for a preview, too, before anybody has entered a PIN. The provider makes a key in its HSM,
/// proves and attests it, and forgets it before it answers: a credential that is bound to it can be looked at and never be used.
package struct PreviewProof: Sendable, Hashable {
    /// The public half of the key that is gone.
    package let publicKey: JWK
    /// `openid4vci-proof+jwt` with a key attestation in its header.
    package let proof: String

    /// Makes a result.
    package init(publicKey: JWK, proof: String) {
        self.publicKey = publicKey
        self.proof = proof
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let (key, proof) = (try JWK(reader.object("public_key")), try reader.string("proof"))
            try reader.finish()
            return PreviewProof(publicKey: key, proof: proof)
        }
    }

    /// The `result`.
    package var json: JSONObject { ["public_key": .object(publicKey.json), "proof": .string(proof)] }
}
