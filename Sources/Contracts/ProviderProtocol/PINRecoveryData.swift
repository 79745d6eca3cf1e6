// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import JSON

/// The `data` of `start_pin_recovery`: the new PIN's key, and a `KeyRequest` without `ids` for the PID that proves the person's identity.
///
/// `{"new_pin_public_key": <JWK>, "count": n, "aud": "<issuer>", "nonce"?: "…", "iss"?: "<client id>"}`; the new PIN's key signs the
/// message.
package struct PINRecoveryStart: Sendable, Hashable {
    package let newPINPublicKey: JWK
    /// The keys for the PID; the provider chooses their ids.
    package let keys: KeyRequest

    package init(newPINPublicKey: JWK, keys: KeyRequest) {
        self.newPINPublicKey = newPINPublicKey
        self.keys = keys
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown, malformed or out of range.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let start = PINRecoveryStart(
                newPINPublicKey: try JWK(reader.object("new_pin_public_key")), keys: try KeyRequest(&reader))
            try reader.finish()
            guard start.keys.ids == nil else { throw ProtocolViolation("the provider names the keys of a recovery") }
            return start
        }
    }

    package var json: JSONObject {
        var object = keys.json
        object.set("new_pin_public_key", .object(newPINPublicKey.json))
        return object
    }
}

/// The `data` of `complete_pin_recovery` and `disclose_recovery_code`: `{"pid": "<SD-JWT VC>"}`, the wallet's PID that discloses only the
/// recovery code. It needs no key binding, because the PID's key is stored at the provider.
package struct RecoveryCodeDisclosure: Sendable, Hashable {
    /// The SD-JWT in compact form with its one disclosure.
    package let pid: String

    package init(pid: String) {
        self.pid = pid
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let pid = try reader.string("pid")
            try reader.finish()
            return RecoveryCodeDisclosure(pid: pid)
        }
    }

    package var json: JSONObject { ["pid": .string(pid)] }
}
