// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The `data` of `delete_keys`: `{"keys": ["<key id>", …]}`. Deletion is idempotent: an unknown key is not an error.
package struct KeyDeletion: Sendable, Hashable {
    /// Maximum number of keys in a request.
    package static let maximumCount = 256

    /// 1…256 ids.
    package let keys: [WalletKeyID]

    package init(keys: [WalletKeyID]) {
        self.keys = keys
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed, or there are no keys or more than 256.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let keys = try reader.strings("keys").map { try WalletKeyID(parsing: $0) }
            try reader.finish()
            guard (1...Self.maximumCount).contains(keys.count) else { throw ProtocolViolation("1 to 256 keys") }
            return KeyDeletion(keys: keys)
        }
    }

    package var json: JSONObject { ["keys": .array(keys.map { .string($0.text) })] }
}
