// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// The JSON of the keys in the sealed file.
///
/// `{"signing": {purpose: [key, …]}, "encryption": {purpose: key}, "authentication": {purpose: key}, "walletKeys"?: {purpose: key}}`.
///
/// In version 2 a key is `{"key": base64, "created"?: seconds, "expires"?: seconds, "next"?: true}` with times since 1970; in version 1 it
/// is the base64 text. A signing key is its 32 bytes, big-endian; the first key of a purpose signs. A next key has `next` and an expiry in
/// the year 9999: program versions that do not know `next` read it as a key that only verifies.
struct KeySetDocument<Key: Codable>: Codable {
    var signing: [String: [Key]]
    var encryption: [String: Key]
    var authentication: [String: Key]
    /// Absent in a file of an earlier program version.
    var walletKeys: [String: Key]?

    func map<Other: Codable>(_ transform: (Key) -> Other) -> KeySetDocument<Other> {
        KeySetDocument<Other>(
            signing: signing.mapValues { $0.map(transform) }, encryption: encryption.mapValues(transform),
            authentication: authentication.mapValues(transform), walletKeys: walletKeys?.mapValues(transform))
    }
}

/// A key in version 2 of the file.
struct DocumentedKey: Codable {
    var key: Data
    var created: Double?
    var expires: Double?
    var next: Bool?

    /// The last second of the year 9999.
    static let distantExpiry = 253_402_300_799.0
}

extension KeySet {
    /// Encodes the keys as JSON of version 2, for sealing.
    func encode() throws -> Data {
        var document = KeySetDocument<DocumentedKey>(
            signing: .init(
                uniqueKeysWithValues: signing.map { purpose, keys in
                    let keys = keys.map {
                        DocumentedKey(
                            key: $0.key.rawRepresentation, created: $0.created?.timeIntervalSince1970,
                            expires: $0.isNext ? DocumentedKey.distantExpiry : $0.expires?.timeIntervalSince1970,
                            next: $0.isNext ? true : nil)
                    }
                    return (purpose.rawValue, keys)
                }),
            encryption: [:], authentication: [:], walletKeys: [:])
        for (purpose, key) in secrets {
            switch purpose {
            case .signing: break
            case .encryption: document.encryption[purpose.name] = key.documented
            case .authentication: document.authentication[purpose.name] = key.documented
            case .walletKey: document.walletKeys?[purpose.name] = key.documented
            }
        }
        return try JSONEncoder().encode(document)
    }

    /// Decodes JSON of this version. A purpose may have no key.
    ///
    /// Throws if the JSON is invalid or contains an unknown purpose.
    init(decoding json: Data, version: UInt8) throws {
        let document =
            version == 1
            ? try JSONDecoder().decode(KeySetDocument<Data>.self, from: json).map { DocumentedKey(key: $0) }
            : try JSONDecoder().decode(KeySetDocument<DocumentedKey>.self, from: json)
        for (name, keys) in document.signing {
            let purpose = try Self.purpose(SigningPurpose.self, name)
            signing[purpose] = try keys.map { documented in
                let isNext = documented.next == true
                var key = SigningKey(
                    try P256.Signing.PrivateKey(rawRepresentation: documented.key), for: purpose,
                    created: documented.created.map(Date.init(timeIntervalSince1970:)),
                    expires: isNext ? nil : documented.expires.map(Date.init(timeIntervalSince1970:)))
                key.isNext = isNext
                return key
            }
        }
        try add(document.encryption, KeyPurpose.encryption)
        try add(document.authentication, KeyPurpose.authentication)
        try add(document.walletKeys ?? [:], KeyPurpose.walletKey)
    }

    private mutating func add<Purpose: RawRepresentable<String>>(
        _ named: [String: DocumentedKey], _ kind: (Purpose) -> KeyPurpose
    ) throws {
        for (name, documented) in named {
            guard documented.key.count == 32 else { throw HSMError(.damaged, "a key of another length than 32 bytes") }
            secrets[kind(try Self.purpose(Purpose.self, name))] = SecretKey(
                key: SymmetricKey(data: documented.key), created: documented.created.map(Date.init(timeIntervalSince1970:)))
        }
    }

    private static func purpose<Purpose: RawRepresentable<String>>(_: Purpose.Type, _ name: String) throws -> Purpose {
        guard let purpose = Purpose(rawValue: name) else { throw HSMError(.damaged, "a key for an unknown purpose") }
        return purpose
    }
}

extension KeySet.SecretKey {
    fileprivate var documented: DocumentedKey {
        DocumentedKey(key: unsafe key.withUnsafeBytes { unsafe Data($0) }, created: created?.timeIntervalSince1970)
    }
}
