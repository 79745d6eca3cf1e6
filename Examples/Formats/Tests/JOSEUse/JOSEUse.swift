// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import Testing

struct JOSEUse {
    @Test func `a JWS with an external signature verifies`() async throws {
        let key = P256.Signing.PrivateKey()
        let header = JWTHeader(type: "example+jwt", keyID: JWK(key.publicKey).thumbprint).json
        let claims: JSONObject = ["sub": "someone", "exp": 1_800_000_000, "roles": ["reader", nil]]
        let text = try await CompactJWS.signed(header: header, payload: claims.encode()) {
            Array(try key.signature(for: $0).rawRepresentation)
        }.serialized

        let received = try CompactJWS(parsing: text)
        #expect(try JWTHeader(received.header).type == "example+jwt")
        #expect(received.isSigned(by: key.publicKey))
        let read = try JSONObject(parsing: received.payload, limits: JSONLimits(maximumBytes: 4096))
        #expect(read == claims)
        #expect(read["exp"] == 1_800_000_000)
    }

    @Test func `a JWK round-trips, and a refused signature has a code`() throws {
        let jwk = JWK(P256.Signing.PrivateKey().publicKey)
        #expect(try JWK(forVerifying: jwk.json) == jwk)
        let error = #expect(throws: JOSEError.self) { try CompactJWS(parsing: "e30.e30.ab=") }
        #expect(error?.code == .notBase64URL)
    }
}
