// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// The `data` of `perform_issuance`: `{"count": n, "ids"?: ["<key id>", …], "aud": "<issuer>", "nonce"?: "…", "iss"?: "<client id>",
/// "attested"?: true}`.
///
/// Requests new keys, each with a proof of possession for an issuer (OpenID4VCI 1.0, appendix F.1, proof type `jwt`). A wallet that chooses
/// the ids itself can delete the keys if the response is lost.
package struct KeyRequest: Sendable, Hashable {
    /// Maximum number of keys in a request.
    package static let maximumCount: Int64 = 32

    /// The number of keys, 1…32.
    package let count: Int
    /// The keys' ids, `count` different ids that are not in use; nil lets the provider choose.
    package let ids: [WalletKeyID]?
    /// The issuer, claim `aud` of every proof; 1 to 1024 bytes.
    package let audience: String
    /// The issuer's nonce, claim `nonce`; nil if the issuer uses none. 1 to 1024 bytes.
    package let nonce: String?
    /// The client id, claim `iss`; nil in an anonymous flow. 1 to 1024 bytes.
    package let issuer: String?
    /// True if the issuer requires a key attestation (OpenID4VCI appendix D). The attestation is in the header of the first proof and
    /// covers all keys, so only that proof is sent (appendix F.1).
    package let isAttested: Bool

    /// A request in which the provider chooses the ids.
    package init(count: Int, audience: String, nonce: String?, issuer: String? = nil, isAttested: Bool = false) {
        self.count = count
        ids = nil
        self.audience = audience
        self.nonce = nonce
        self.issuer = issuer
        self.isAttested = isAttested
    }

    package init(ids: [WalletKeyID], audience: String, nonce: String?, issuer: String? = nil, isAttested: Bool = false) {
        count = ids.count
        self.ids = ids
        self.audience = audience
        self.nonce = nonce
        self.issuer = issuer
        self.isAttested = isAttested
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown, malformed or out of range.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let request = try KeyRequest(&reader)
            try reader.finish()
            return request
        }
    }

    /// Reads the members of a request; the object may have further members.
    init(_ reader: inout JSONReader) throws {
        let count = try reader.integer("count")
        guard (1...Self.maximumCount).contains(count) else { throw ProtocolViolation("count must be 1 to 32") }
        self.count = Int(count)
        ids = try reader.optionalStrings("ids")?.map { try WalletKeyID(parsing: $0) }
        if let ids, ids.count != self.count || Set(ids).count != ids.count { throw ProtocolViolation("ids are count different ones") }
        audience = try reader.string("aud")
        nonce = try reader.optionalString("nonce")
        issuer = try reader.optionalString("iss")
        isAttested = try reader.optionalBool("attested") ?? false
        for text in [audience, nonce, issuer].compactMap(\.self) where !(1...1024).contains(text.utf8.count) {
            throw ProtocolViolation("a text has 1 to 1024 bytes")
        }
    }

    package var json: JSONObject {
        var object: JSONObject = ["count": .integer(Int64(count)), "aud": .string(audience)]
        if let ids { object.set("ids", .array(ids.map { .string($0.text) })) }
        if let nonce { object.set("nonce", .string(nonce)) }
        if let issuer { object.set("iss", .string(issuer)) }
        if isAttested { object.set("attested", true) }
        return object
    }
}

/// The `result` of `perform_issuance` and `start_pin_recovery`: `{"keys": [{"id": "…", "public_key": <JWK>, "proof": "<JWT>"}, …]}`.
package struct IssuedKeys: Sendable, Hashable {
    /// A new key.
    package struct Key: Sendable, Hashable {
        /// The key's id in `sign` and `delete_keys`.
        package let id: WalletKeyID
        package let publicKey: JWK
        /// An `openid4vci-proof+jwt`, signed by the key.
        package let proof: String

        package init(id: WalletKeyID, publicKey: JWK, proof: String) {
            self.id = id
            self.publicKey = publicKey
            self.proof = proof
        }
    }

    /// The keys, as many as requested.
    package let keys: [Key]

    package init(keys: [Key]) {
        self.keys = keys
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let keys = try reader.objects("keys").map { object in
                var reader = JSONReader(object)
                let key = Key(
                    id: try WalletKeyID(parsing: reader.string("id")), publicKey: try JWK(reader.object("public_key")),
                    proof: try reader.string("proof"))
                try reader.finish()
                return key
            }
            try reader.finish()
            return IssuedKeys(keys: keys)
        }
    }

    package var json: JSONObject {
        let keys = keys.map { key -> JSONValue in
            ["id": .string(key.id.text), "public_key": .object(key.publicKey.json), "proof": .string(key.proof)]
        }
        return ["keys": .array(keys)]
    }
}

extension JSONReader {
    /// Reads a member that is an array of objects.
    mutating func objects(_ name: String) throws -> [JSONObject] {
        try array(name).map { value in
            guard case .object(let object) = value else { throw ProtocolViolation("\(name) holds objects") }
            return object
        }
    }

    /// Reads a member that is an array of texts.
    mutating func strings(_ name: String) throws -> [String] {
        try texts(in: array(name), name)
    }

    /// Reads a member that is an array of texts; nil if it is missing.
    mutating func optionalStrings(_ name: String) throws -> [String]? {
        try optionalArray(name).map { try texts(in: $0, name) }
    }

    private func texts(in array: [JSONValue], _ name: String) throws -> [String] {
        try array.map { value in
            guard case .string(let text) = value else { throw ProtocolViolation("\(name) holds texts") }
            return text
        }
    }
}
