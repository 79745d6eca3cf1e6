// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import OAuthMessages
import OpenID4VP
import WalletVerifier

/// The contents of `party.json`. Files are named by their names in the same folder.
struct PartyDescription: Sendable {
    let name: String
    /// SHA-256 of the API key. The key itself is nowhere.
    var apiKeyHash: [UInt8]
    /// Nil for the hash of the certificate.
    let clientID: String?
    let certificate: String
    let key: String
    let registration: String?
    let uses: [PartyUse]
    let webhook: (url: HTTPSURL, key: String)?
    /// The party's own name for the server; nil for `--public-url`.
    var publicURL: HTTPSURL?

    /// `x509_hash:` and SHA-256 of a certificate in DER.
    static func clientID(ofCertificate der: [UInt8]) -> String { "x509_hash:" + Base64URL.encode(SHA256.hash(data: der)) }

    /// The digest under which an API key is stored.
    static func hash(ofAPIKey key: String) -> [UInt8] { Array(SHA256.hash(data: Array(key.utf8))) }

    /// True for 1 to 64 ASCII letters, digits, `-` and `_`.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }

    /// The file.
    var json: JSONObject {
        var json: JSONObject = ["name": .string(name), "api_key_sha256": .string(Base64URL.encode(apiKeyHash))]
        if let clientID { json.append("client_id", .string(clientID)) }
        json.append("certificate", .string(certificate))
        json.append("key", .string(key))
        if let registration { json.append("registration", .string(registration)) }
        json.append("uses", .array(uses.map { .object($0.json) }))
        if let webhook { json.append("webhook", ["url": .string(webhook.url.text), "key": .string(webhook.key)]) }
        if let publicURL { json.append("public_url", .string(publicURL.text)) }
        return json
    }
}

extension PartyUse {
    fileprivate var json: JSONObject {
        [
            "name": .string(name), "session_types": .array(sessionTypes.map(\.rawValue).sorted().map { .string($0) }),
            "return_urls": .array(returnURLs.map { .string($0.text) }), "accept_unknown_status": .bool(acceptsUnknownStatus),
        ]
    }
}
