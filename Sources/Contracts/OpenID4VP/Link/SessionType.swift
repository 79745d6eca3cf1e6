// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages

/// How a request reaches the wallet; verifiers declare it as `session_type` in the query of `request_uri` (a convention of some wallets).
///
/// The cases are complete.
public enum SessionType: String, Sendable, Hashable {
    /// A link opened on the phone.
    case sameDevice = "same_device"
    /// A QR code on another device.
    case crossDevice = "cross_device"

    /// Reads the declaration in a query; nil without one. A query that declares both types declares a QR code.
    init?(declaredIn query: String) {
        let values = query.split(separator: "&").compactMap { (try? FormParameters(parsing: $0.utf8))?["session_type"] }
        guard let type = [Self.crossDevice, .sameDevice].first(where: { values.contains($0.rawValue) }) else { return nil }
        self = type
    }
}
