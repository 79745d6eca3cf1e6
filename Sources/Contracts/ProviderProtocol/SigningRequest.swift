// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The `data` of `sign`: `{"requests": [{"key": "<key id>", "bytes": "<base64url>"}, …]}`.
package struct SigningRequest: Sendable, Hashable {
    /// Maximum number of signatures in a request.
    package static let maximumCount = 64

    /// A requested signature.
    package struct Item: Sendable, Hashable {
        /// The signing key.
        package let key: WalletKeyID
        /// The bytes to sign, with ECDSA and SHA-256; not empty.
        package let bytes: [UInt8]

        package init(key: WalletKeyID, bytes: [UInt8]) {
            self.key = key
            self.bytes = bytes
        }
    }

    /// 1…64 requested signatures.
    package let items: [Item]

    package init(items: [Item]) {
        self.items = items
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed, or there are no items or more than 64.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let items = try reader.objects("requests").map { object in
                var reader = JSONReader(object)
                let item = Item(key: try WalletKeyID(parsing: reader.string("key")), bytes: try reader.bytes("bytes"))
                try reader.finish()
                guard !item.bytes.isEmpty else { throw ProtocolViolation("there is something to sign") }
                return item
            }
            try reader.finish()
            guard (1...Self.maximumCount).contains(items.count) else { throw ProtocolViolation("1 to 64 signatures") }
            return SigningRequest(items: items)
        }
    }

    package var json: JSONObject {
        ["requests": .array(items.map { ["key": .string($0.key.text), "bytes": .string(Base64URL.encode($0.bytes))] })]
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
