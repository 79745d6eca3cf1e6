// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
public import JOSE
public import MDoc

extension SessionTranscript {
    /// The transcript of a presentation by redirects: `OpenID4VPHandover` (OpenID4VP 1.0 appendix B.2.6.1).
    ///
    /// Earlier drafts and ISO/IEC TS 18013-7 define other handovers, with a nonce of the wallet. They are not supported.
    ///
    /// - Parameters:
    ///   - clientID: `client_id` of the request, with its prefix.
    ///   - nonce: `nonce` of the request.
    ///   - encryptionKey: the verifier's key to which the answer is encrypted; nil if it is not encrypted.
    ///   - responseURI: `response_uri` of the request.
    public static func openID4VP(
        clientID: String, nonce: String, encryptionKey: EncryptionKey?, responseURI: String
    ) -> SessionTranscript {
        let thumbprint = encryptionKey.map { CBORItem.bytes($0.thumbprint) }
        let info = CBORItem.array([.text(clientID), .text(nonce), thumbprint ?? CBORItem.null, .text(responseURI)])
        let hash = Array(SHA256.hash(data: info.encode()))
        return SessionTranscript(.array([.null, .null, .array([.text("OpenID4VPHandover"), .bytes(hash)])]))
    }
}
