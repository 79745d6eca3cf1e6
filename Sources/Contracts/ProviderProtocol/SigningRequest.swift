// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The `data` of `sign`: `{"requests": [{"key": "<key id>", "hash": "<base64url>"}, …]}`.
///
/// The provider gets hashes only, so it does not learn what a credential is shown for, nor to whom.
package struct SigningRequest: Sendable, Hashable {
    /// Maximum number of signatures in a request.
    package static let maximumCount = 64

    /// A requested signature.
    package struct Item: Sendable, Hashable {
        /// The signing key.
        package let key: WalletKeyID
        /// The SHA-256 of the bytes to sign with ECDSA; 32 bytes.
        package let hash: [UInt8]

        package init(key: WalletKeyID, hash: [UInt8]) {
            self.key = key
            self.hash = hash
        }
    }

    /// 1…64 requested signatures.
    package let items: [Item]

    package init(items: [Item]) {
        self.items = items
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed, a hash is not 32 bytes, or there are no items or more
    ///   than 64.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let items = try reader.objects("requests").map { object in
                var reader = JSONReader(object)
                let item = Item(key: try WalletKeyID(parsing: reader.string("key")), hash: try reader.bytes("hash"))
                try reader.finish()
                guard item.hash.count == 32 else { throw ProtocolViolation("a hash has 32 bytes") }
                return item
            }
            try reader.finish()
            guard (1...Self.maximumCount).contains(items.count) else { throw ProtocolViolation("1 to 64 signatures") }
            return SigningRequest(items: items)
        }
    }

    package var json: JSONObject {
        ["requests": .array(items.map { ["key": .string($0.key.text), "hash": .string(Base64URL.encode($0.hash))] })]
    }
}

/// The `result` of `sign`: `{"signatures": ["<r ‖ s>", …]}`, in the order of the requests.
package struct Signatures: Sendable, Hashable {
    /// Signatures of the form r ‖ s, 64 bytes each.
    package let signatures: [[UInt8]]

    package init(signatures: [[UInt8]]) {
        self.signatures = signatures
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let signatures = try reader.strings("signatures").map(Base64URL.decode)
            try reader.finish()
            guard signatures.allSatisfy({ $0.count == 64 }) else { throw ProtocolViolation("a signature has 64 bytes") }
            return Signatures(signatures: signatures)
        }
    }

    package var json: JSONObject { ["signatures": .array(signatures.map { .string(Base64URL.encode($0)) })] }
}
