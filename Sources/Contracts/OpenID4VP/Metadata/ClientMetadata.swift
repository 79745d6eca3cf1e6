// SPDX-License-Identifier: EUPL-1.2

public import DCQL
public import JOSE
public import JSON

/// `client_metadata` of a request: what the answer is encrypted to, and what the verifier can verify (OpenID4VP 1.0 §5.1, §11.1).
///
/// Other members are ignored.
public struct ClientMetadata: Sendable, Hashable {
    /// The keys of `jwks` to which an answer can be encrypted, in their order. Others beside them are skipped, also those without the `kid`
    /// that §5.1 demands: the verifier finds its key by it.
    public let keys: [EncryptionKey]
    /// `encrypted_response_enc_values_supported`; only A128GCM without it (§5.1).
    public let methods: [String]
    /// `vp_formats_supported`; empty without it, which restricts nothing.
    public let formats: JSONObject

    /// The first key.
    public var key: EncryptionKey? { keys.first }

    /// A256GCM if the verifier lists it, else A128GCM if listed; nil if neither is.
    public var method: ContentEncryption? {
        [ContentEncryption.a256GCM, .a128GCM].first { methods.contains($0.rawValue) }
    }

    /// Reads the value of `client_metadata`. ``key`` and ``method`` may be nil afterwards.
    ///
    /// - Throws: ``RequestRefusal`` with `clientMetadata` if it is missing or no object, or `vp_formats_supported` is no object; with
    ///   `encryptionMethod` if the list of methods is no list of texts.
    public init(_ value: JSONValue?) throws(RequestRefusal) {
        guard case .object(let object)? = value else { throw RequestRefusal(.clientMetadata) }
        keys = Self.keys(object["jwks"])
        methods = try Self.methods(object["encrypted_response_enc_values_supported"])
        switch object["vp_formats_supported"] {
        case nil: formats = JSONObject()
        case .object(let supported)?: formats = supported
        default: throw RequestRefusal(.clientMetadata, member: "client_metadata.vp_formats_supported")
        }
    }

    private static func keys(_ value: JSONValue?) -> [EncryptionKey] {
        guard case .object(let set)? = value, case .array(let entries)? = set["keys"] else { return [] }
        return entries.compactMap { entry -> EncryptionKey? in
            guard case .object(let key) = entry, key.has("kid") else { return nil }
            return EncryptionKey(usable: key)
        }
    }

    private static func methods(_ value: JSONValue?) throws(RequestRefusal) -> [String] {
        guard let value else { return [ContentEncryption.a128GCM.rawValue] }
        guard let texts = value.allTexts else { throw RequestRefusal(.encryptionMethod) }
        return texts
    }
}

extension ClientMetadata {
    /// True if the verifier can verify a presentation of this format that the wallet can make: SD-JWT with ES256, mdoc with ES256 (-7)
    /// or ESP256 (-9). A list of algorithms that is absent restricts nothing (annex B).
    public func supports(_ format: CredentialQuery.Format) -> Bool {
        if case .sdJWT = format {
            return supports(QueriedFormat.sdJWT, lists: ["sd-jwt_alg_values", "kb-jwt_alg_values"], one: ["ES256"])
        }
        if case .mdoc = format {
            let algorithms: [JSONValue] = [.integer(-7), .integer(-9)]
            return supports(QueriedFormat.mdoc, lists: ["issuerauth_alg_values", "deviceauth_alg_values"], one: algorithms)
        }
        return false
    }

    private func supports(_ format: QueriedFormat, lists: [String], one algorithms: [JSONValue]) -> Bool {
        if formats.isEmpty { return true }
        guard case .object(let supported)? = formats[format.rawValue] else { return false }
        return lists.allSatisfy { list in
            guard let value = supported[list] else { return true }
            guard case .array(let listed) = value else { return false }
            return algorithms.contains { listed.contains($0) }
        }
    }
}

extension JSONValue {
    /// The texts of an array of texts; nil for any other value.
    var allTexts: [String]? {
        guard case .array(let values) = self else { return nil }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { return nil }
            texts.append(text)
        }
        return texts
    }
}
