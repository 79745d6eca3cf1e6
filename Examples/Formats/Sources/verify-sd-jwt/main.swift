// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import SDJWT

// verify-sd-jwt TYPE ISSUER CREDENTIAL: the expected vct, the issuer's public key as a JWK, and the SD-JWT.
let (type, key, text) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
let issuer = try JWK(forVerifying: JSONObject(parsing: Array(key.utf8)))
let verifier = SDJWTVerifier(trust: .key(issuer), kind: .credential(types: [type]))
do {
    let credential = try await verifier.verify(text, keyBinding: .absent, at: Date())
    print(String(decoding: credential.payload.encode(), as: UTF8.self))
} catch {
    print("refused: \(error.reason.code)")
    exit(1)
}
