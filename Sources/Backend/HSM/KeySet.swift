// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// All keys of a software HSM.
struct KeySet: Sendable {
    /// A signing key and its name.
    struct SigningKey: Sendable {
        let id: String
        let key: P256.Signing.PrivateKey
    }

    /// By purpose, the one that signs first.
    var signing: [SigningPurpose: [SigningKey]]
    var encryption: [EncryptionPurpose: SymmetricKey]
    var authentication: [AuthenticationPurpose: SymmetricKey]

    /// One new key for every purpose.
    static func random() -> KeySet {
        KeySet(
            signing: .init(uniqueKeysWithValues: SigningPurpose.allCases.map { ($0, [SigningKey(.init(), for: $0)]) }),
            encryption: .init(uniqueKeysWithValues: EncryptionPurpose.allCases.map { ($0, SymmetricKey(size: .bits256)) }),
            authentication: .init(uniqueKeysWithValues: AuthenticationPurpose.allCases.map { ($0, SymmetricKey(size: .bits256)) }))
    }
}

extension KeySet.SigningKey {
    /// The name is the purpose and the first eight bytes of SHA-256 of the public point, in hexadecimal.
    init(_ key: P256.Signing.PrivateKey, for purpose: SigningPurpose) {
        let hash = SHA256.hash(data: key.publicKey.x963Representation).prefix(8)
        id = purpose.rawValue + "-" + hash.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
        self.key = key
    }
}

// MARK: - As JSON

extension KeySet {
    /// `{"signing": {purpose: [base64]}, "encryption": {purpose: base64}, "authentication": {purpose: base64}}`; a signing key is its 32 bytes.
    private struct Document: Codable {
        var signing: [String: [Data]]
        var encryption: [String: Data]
        var authentication: [String: Data]
    }

    /// The keys as JSON, to be sealed.
    func encode() throws -> Data {
        try JSONEncoder().encode(
            Document(
                signing: .init(uniqueKeysWithValues: signing.map { ($0.key.rawValue, $0.value.map(\.key.rawRepresentation)) }),
                encryption: .init(uniqueKeysWithValues: encryption.map { ($0.key.rawValue, $0.value.bytes) }),
                authentication: .init(uniqueKeysWithValues: authentication.map { ($0.key.rawValue, $0.value.bytes) })))
    }

    /// The keys that JSON holds. Throws when it is something else, names a purpose that is unknown here, or lacks a key for one.
    init(decoding json: Data) throws {
        let document = try JSONDecoder().decode(Document.self, from: json)
        signing = [:]
        for (name, keys) in document.signing {
            let purpose = try Self.purpose(SigningPurpose.self, name)
            signing[purpose] = try keys.map { SigningKey(try P256.Signing.PrivateKey(rawRepresentation: $0), for: purpose) }
        }
        encryption = try Self.symmetricKeys(document.encryption)
        authentication = try Self.symmetricKeys(document.authentication)
        guard SigningPurpose.allCases.allSatisfy({ signing[$0]?.isEmpty == false }),
            encryption.count == EncryptionPurpose.allCases.count, authentication.count == AuthenticationPurpose.allCases.count
        else { throw HSMError(.damaged, "a key is missing in the file of keys") }
    }

    private static func symmetricKeys<Purpose: RawRepresentable<String> & Hashable>(
        _ named: [String: Data]
    ) throws -> [Purpose: SymmetricKey] {
        var keys: [Purpose: SymmetricKey] = [:]
        for (name, bytes) in named {
            guard bytes.count == 32 else { throw HSMError(.damaged, "a key of another length than 32 bytes") }
            keys[try purpose(Purpose.self, name)] = SymmetricKey(data: bytes)
        }
        return keys
    }

    private static func purpose<Purpose: RawRepresentable<String>>(_: Purpose.Type, _ name: String) throws -> Purpose {
        guard let purpose = Purpose(rawValue: name) else { throw HSMError(.damaged, "a key for an unknown purpose") }
        return purpose
    }
}

extension SymmetricKey {
    fileprivate var bytes: Data { unsafe withUnsafeBytes { unsafe Data($0) } }
}
