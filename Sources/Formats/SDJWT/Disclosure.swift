// SPDX-License-Identifier: EUPL-1.2

import Crypto
public import JSON

/// A disclosure, which reveals one selectively disclosable claim (RFC 9901 §4.2): a salt, the value and, for an object's member, its name.
///
/// Two disclosures are equal if their texts are: the digest covers the text exactly as the issuer wrote it.
public struct Disclosure: Sendable {
    /// The JSON array in base64url, exactly as received.
    public let text: String
    /// The salt, any text. Anyone with the digest and the salt can guess the value, so the salt appears only in ``text``.
    public let salt: String
    /// The claim's name; nil for an array element.
    public let name: String?
    /// The claim's value, which may contain further digests.
    public let value: JSONValue
    /// SHA-256 of ``text``, as a lookup key.
    let key: DigestKey

    /// SHA-256 of ``text``, 32 bytes (§4.2.3).
    public var digest: [UInt8] { key.bytes }

    /// Parses a disclosure.
    ///
    /// - Throws: ``SDJWTRejection`` with `disclosure` if the text is not base64url of `[salt, value]` or `[salt, name, value]`, with
    ///   `tooLarge` if it exceeds the limits.
    public init(parsing text: some StringProtocol, limits: SDJWTLimits = .default) throws(SDJWTRejection) {
        try self.init(parsing: Array(text.utf8)[...], limits: limits)
    }

    /// Parses the bytes of a text, as above.
    init(parsing text: ArraySlice<UInt8>, limits: SDJWTLimits) throws(SDJWTRejection) {
        guard let bytes = try? Base64URL.decode(text) else { throw SDJWTRejection(.disclosure) }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes, limits: limits.json)
        } catch {
            throw SDJWTRejection(error.isLimit ? .tooLarge : .disclosure)
        }
        guard case .array(let elements) = json, elements.count == 2 || elements.count == 3, case .string(let salt) = elements[0],
            let value = elements.last
        else { throw SDJWTRejection(.disclosure) }
        if elements.count == 3 {
            guard case .string(let name) = elements[1] else { throw SDJWTRejection(.disclosure) }
            self.name = name
        } else {
            name = nil
        }
        // Decoding has verified that every character belongs to the base64url alphabet.
        self.text = String(decoding: text, as: UTF8.self)
        self.salt = salt
        self.value = value
        var hash = SHA256()
        unsafe text.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        key = DigestKey(hash.finalize())
    }

    /// A disclosure for issuing.
    ///
    /// - Parameters:
    ///   - salt: unique among all disclosures, with at least 128 random bits (§9.3).
    ///   - name: the member's name; nil for an array element.
    public init(salt: String, name: String?, value: JSONValue) {
        self.salt = salt
        self.name = name
        self.value = value
        let elements: [JSONValue] = if let name { [.string(salt), .string(name), value] } else { [.string(salt), value] }
        text = Base64URL.encode(JSONValue.array(elements).encode())
        key = DigestKey(SHA256.hash(data: Array(text.utf8)))
    }

    /// SHA-256 of a text's ASCII bytes.
    static func digest(of text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}

extension Disclosure: Hashable {
    /// True if both texts are the same.
    public static func == (left: Disclosure, right: Disclosure) -> Bool { left.key == right.key }

    /// Hashes the digest.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
