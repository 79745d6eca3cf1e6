// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OpenID4VP

/// The value `e` in a link: the time at which the link was drawn, authenticated together with wallet token and session type.
///
/// So a photographed QR code is good for some seconds only, and a link for one device cannot be made one for another.
struct EphemeralLink: Sendable {
    private let key: SymmetricKey

    /// - Parameter secret: at least 32 secret bytes.
    init(secret: [UInt8]) { key = SymmetricKey.derived(from: secret, for: "wallet-verifier links") }

    /// The bytes of the authentication code in a link: 128 of its 256 bits (RFC 2104 §5), because each character makes a QR code denser.
    private static let codeBytes = 16

    /// The value for a link that is drawn now: seconds since 1970, `.` and the first half of HMAC-SHA-256 in base64url.
    func value(_ walletToken: String, _ type: SessionType, at now: Int64) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: message(walletToken, type, now), using: key)
        return "\(now).\(Data(code).prefix(Self.codeBytes).base64URL)"
    }

    /// The time at which a link was drawn; nil for one that this server did not draw for this token and type.
    func time(of value: String, _ walletToken: String, _ type: SessionType) -> Int64? {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int64(parts[0]), value.isSecretly(self.value(walletToken, type, at: time)) else { return nil }
        return time
    }

    /// The parts cannot be read differently: a token has no dot.
    private func message(_ walletToken: String, _ type: SessionType, _ time: Int64) -> [UInt8] {
        Array("\(walletToken).\(type.rawValue).\(time)".utf8)
    }
}
