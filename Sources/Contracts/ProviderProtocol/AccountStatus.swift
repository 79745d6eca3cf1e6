// SPDX-License-Identifier: EUPL-1.2

package import JSON

/// The `result` of `wallet_status`: the state of the account.
///
/// Shape: `{"status": "active" | "blocked" | "recovering"}` or
/// `{"status": "revoked", "revocation_reason": "…", "can_register_new_wallet": true | false}`.
package enum AccountStatus: Sendable, Hashable {
    /// Usable. A waiting time after wrong PINs is not a status; the next PIN request reports it.
    case active
    /// All PIN attempts are used up.
    case blocked
    /// A PIN recovery has started; the old PIN, and a block, still apply.
    case recovering
    case revoked(reason: String, canRegisterNewWallet: Bool)

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown or malformed.
    package init(_ result: JSONObject) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(result)
            let status: AccountStatus
            switch try reader.string("status") {
            case "active": status = .active
            case "blocked": status = .blocked
            case "recovering": status = .recovering
            case "revoked":
                status = .revoked(
                    reason: try reader.string("revocation_reason"), canRegisterNewWallet: try reader.bool("can_register_new_wallet"))
            default: throw ProtocolViolation("unknown status")
            }
            try reader.finish()
            return status
        }
    }

    package var json: JSONObject {
        switch self {
        case .active: ["status": "active"]
        case .blocked: ["status": "blocked"]
        case .recovering: ["status": "recovering"]
        case .revoked(let reason, let canRegisterNewWallet):
            [
                "status": "revoked", "revocation_reason": .string(reason), "can_register_new_wallet": .bool(canRegisterNewWallet),
            ]
        }
    }
}
