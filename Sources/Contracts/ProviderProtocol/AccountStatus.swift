// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// The `result` of `wallet_status`: how the account is.
///
/// Shape: `{"status": "active" | "blocked" | "recovering"}` or
/// `{"status": "revoked", "revocation_reason": "…", "can_register_new_wallet": true | false}`.
package enum AccountStatus: Sendable, Hashable {
    /// All is well. A wait after wrong PINs is no status: the next PIN is told about it.
    case active
    /// All attempts at the PIN are spent.
    case blocked
    /// A recovery of the PIN was started and is not over; the old PIN, and a block, are as they were.
    case recovering
    /// The wallet was revoked, for that reason.
    case revoked(reason: String, canRegisterNewWallet: Bool)

    /// Reads a result.
    ///
    /// - Throws: `ProtocolViolation` on a missing, unknown or malformed member.
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

    /// The `result`.
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
