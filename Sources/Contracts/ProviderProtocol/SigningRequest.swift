// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `data` of `sign`: `{"requests": [{"key": "<key id>", "bytes": "<base64url>"}, …]}`.
package struct SigningRequest: Sendable, Hashable {
    /// The most signatures in one request.
    package static let maximumCount = 64

    /// One signature that is wanted.
    package struct Item: Sendable, Hashable {
        /// The key that signs.
        package let key: WalletKeyID
        /// What is signed, with ECDSA over its SHA-256; not empty.
        package let bytes: [UInt8]

        /// One signature that is wanted.
        package init(key: WalletKeyID, bytes: [UInt8]) {
            self.key = key
            self.bytes = bytes
        }
    }

    /// 1…64 of them.
    package let items: [Item]

    /// Makes the data to send.
    package init(items: [Item]) {
        self.items = items
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member, no request at all or more than 64.
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

    /// The claims' `data`.
    package var json: JSONObject {
        ["requests": .array(items.map { ["key": .string($0.key.text), "bytes": .string(Base64URL.encode($0.bytes))] })]
    }
}

/// The `result` of `sign`: `{"signatures": ["<r ‖ s>", …]}`, in the order of the requests.
package struct Signatures: Sendable, Hashable {
    /// r ‖ s, 64 bytes each.
    package let signatures: [[UInt8]]

    /// Makes a result.
    package init(signatures: [[UInt8]]) {
        self.signatures = signatures
    }

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let signatures = try reader.strings("signatures").map(Base64URL.decode)
            try reader.finish()
            guard signatures.allSatisfy({ $0.count == 64 }) else { throw ProtocolViolation("a signature has 64 bytes") }
            return Signatures(signatures: signatures)
        }
    }

    /// The `result`.
    package var json: JSONObject { ["signatures": .array(signatures.map { .string(Base64URL.encode($0)) })] }
}
