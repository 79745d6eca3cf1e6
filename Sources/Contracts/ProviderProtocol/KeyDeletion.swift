// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `data` of `delete_keys`: `{"keys": ["<key id>", …]}`. A key that is not there is no error: it is gone.
package struct KeyDeletion: Sendable, Hashable {
    /// The most keys in one request.
    package static let maximumCount = 256

    /// 1…256 ids.
    package let keys: [WalletKeyID]

    /// Makes the data to send.
    package init(keys: [WalletKeyID]) {
        self.keys = keys
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member, no key at all or more than 256.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let keys = try reader.strings("keys").map { try WalletKeyID(parsing: $0) }
            try reader.finish()
            guard (1...Self.maximumCount).contains(keys.count) else { throw ProtocolViolation("1 to 256 keys") }
            return KeyDeletion(keys: keys)
        }
    }

    /// The claims' `data`.
    package var json: JSONObject { ["keys": .array(keys.map { .string($0.text) })] }
}
