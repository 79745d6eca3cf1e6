// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON

/// The example of OpenID4VP 1.0 §8.3: an encrypted answer, the private key and the answer.
enum OpenID4VPExample {
    static let header =
        "eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSIsImtpZCI6ImFjIiwiZXBrIjp7Imt0eSI6IkVDIiwieCI6Im5ubVZwbTNWM2piaGNhZlFhUkJrU1ZOSGx3Wkh3d"
        + "C05ck9wSnVmeVlJdWsiLCJ5IjoicjRmakRxd0p5czlxVU9QLV9iM21SNVNaRy0tQ3dPMm1pYzVWU05UWU45ZyIsImNydiI6IlAtMjU2In19"
    static let nonce = "uAYcHRUSSn2X0WPX"
    static let ciphertext = "yVzlGSYG4qbg0bq18JcUiDRw56yVnbKR8E7S7YlEtzT00RqE3Pw5oTpUG3hdLN4taHZ9gC1kwak8JOnJgQ"
    static let tag = "1wR024_3-qtAlx1oFIUpQQ"
    static let token = "\(header)..\(nonce).\(ciphertext).\(tag)"
    static let answer = "{\n \"vp_token\": {\"example_credential_id\": [\"eyJhb...YMetA\"]}\n}"

    /// The public key as the request has it.
    static let publicKey: JSONObject = [
        "kty": "EC", "kid": "ac", "use": "enc", "crv": "P-256", "alg": "ECDH-ES", "x": "YO4epjifD-KWeq1sL2tNmm36BhXnkJ0He-WqMYrp9Fk",
        "y": "Hekpm0zfK7C-YccH5iBjcIXgf6YdUvNUac_0At55Okk",
    ]

    static func key(id: String? = "ac") throws -> EncryptionPrivateKey {
        try EncryptionPrivateKey(rawRepresentation: Base64URL.decode("Et-3ce0omz8_TuZ96Df9lp0GAaaDoUnDe6X-CRO7Aww"), keyID: id)
    }
}

/// The key agreement of RFC 7518 Appendix C: Alice's ephemeral key, Bob's key and the key that both derive.
enum RFC7518 {
    static let bobsNumber = "VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw"
    static let bobsKey: JSONObject = [
        "kty": "EC", "crv": "P-256", "x": "weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ", "y": "e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck",
    ]
    static let ephemeralKey: JSONObject = [
        "kty": "EC", "crv": "P-256", "x": "gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0", "y": "SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps",
    ]
    static let apu = Array("Alice".utf8)
    static let apv = Array("Bob".utf8)
    /// The key derived for `A128GCM`.
    static let derivedKey = "VqqN6vgjbSBcIijNcacQGg"

    static var ephemeral: P256.KeyAgreement.PrivateKey {
        get throws {
            try P256.KeyAgreement.PrivateKey(rawRepresentation: Base64URL.decode("0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo"))
        }
    }
}
