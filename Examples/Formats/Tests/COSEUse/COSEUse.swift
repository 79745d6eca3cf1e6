// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Testing

// snippet.verify
/// The payload of a COSE_Sign1 that this key has signed; nil if another key signed it.
func payload(of bytes: [UInt8], signedBy key: P256.Signing.PublicKey) throws -> [UInt8]? {
    let message = try COSESign1(CBORItem(decoding: bytes))
    return message.isSigned(by: key) ? message.payload : nil
}
// snippet.end

struct COSEUse {
    @Test func `a COSE message signed by an external signer verifies`() async throws {
        let key = P256.Signing.PrivateKey()
        // snippet.sign
        let signed = try await COSESign1.signed(payload: [1, 2, 3]) { Array(try key.signature(for: $0).rawRepresentation) }
        let bytes = signed.item.encode()
        // snippet.end
        #expect(try payload(of: bytes, signedBy: key.publicKey) == [1, 2, 3])
        #expect(try payload(of: bytes, signedBy: P256.Signing.PrivateKey().publicKey) == nil)
    }

    @Test func `a public key round-trips as a COSE_Key, and a different algorithm is refused`() throws {
        let key = COSEKey(P256.Signing.PrivateKey().publicKey)
        #expect(try COSEKey(CBORItem(decoding: key.item.encode())) == key)
        let eddsa: CBORItem = .array([.bytes([0xa1, 0x01, 0x27]), .map(CBORMap()), .bytes([1]), .bytes([UInt8](repeating: 0, count: 64))])
        let error = #expect(throws: COSEError.self) { try COSESign1(eddsa) }
        #expect(error?.code == .unacceptableAlgorithm)
    }
}
