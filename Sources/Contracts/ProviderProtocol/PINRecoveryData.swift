// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `data` of `start_pin_recovery`: the new PIN's key beside the members of a `KeyRequest` but `ids`, for the PID that is to prove who is
/// back.
///
/// `{"new_pin_public_key": <JWK>, "count": n, "aud": "<issuer>", "nonce"?: "…", "iss"?: "<client id>"}`; the message is signed by the new
/// PIN's key.
package struct PINRecoveryStart: Sendable, Hashable {
    /// The public half of the new PIN's key.
    package let newPINPublicKey: JWK
    /// The keys for the PID; their names are the provider's.
    package let keys: KeyRequest

    /// Makes the data to send.
    package init(newPINPublicKey: JWK, keys: KeyRequest) {
        self.newPINPublicKey = newPINPublicKey
        self.keys = keys
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member or one outside its range.
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

    /// The claims' `data`.
    package var json: JSONObject {
        var object = keys.json
        object.set("new_pin_public_key", .object(newPINPublicKey.json))
        return object
    }
}

/// The `data` of `complete_pin_recovery` and `disclose_recovery_code`: `{"pid": "<SD-JWT VC>"}`, the wallet's PID with the recovery code
/// alone disclosed and without key binding: the provider has the key that the PID is bound to.
package struct RecoveryCodeDisclosure: Sendable, Hashable {
    /// The SD-JWT in compact form with its one disclosure.
    package let pid: String

    /// Makes the data to send.
    package init(pid: String) {
        self.pid = pid
    }

    /// Reads the claims' `data`.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member.
    package init(_ data: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(data)
            let pid = try reader.string("pid")
            try reader.finish()
            return RecoveryCodeDisclosure(pid: pid)
        }
    }

    /// The claims' `data`.
    package var json: JSONObject { ["pid": .string(pid)] }
}
