// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON

/// The content of the outcome page, kept in a short-lived cookie, so that any replica can show it and a reload sends nothing again.
///
/// It contains the time, but no data of the code or the wallet. An HMAC prevents forged pages that claim a deletion.
struct OutcomeToken: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: the key for outcomes only.
    init(key: SymmetricKey) {
        self.key = key
    }

    /// Encodes an outcome. The reason why a code is unknown is not included.
    func seal(_ outcome: PortalOutcome, until end: Date) -> String {
        let payload: [UInt8] =
            switch outcome {
            case .revoked(let instant): [1] + UInt64(secondsOf: instant).bigEndianBytes
            case .unknown: [0] + UInt64(0).bigEndianBytes
            }
        let content = payload + UInt64(secondsOf: end).bigEndianBytes
        return Base64URL.encode(content + HMAC<SHA256>.authenticationCode(for: content, using: key))
    }

    /// Decodes an outcome; nil if the text is forged or expired.
    func open(_ text: String, now: Date) -> PortalOutcome? {
        guard let bytes = try? Base64URL.decode(text), bytes.count == Self.contentLength + SHA256.byteCount else { return nil }
        let content = Array(bytes.prefix(Self.contentLength))
        let mac = bytes.dropFirst(Self.contentLength)
        guard HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: content, using: key), Self.date(content[9...]) > now else {
            return nil
        }
        return content[0] == 1 ? .revoked(at: Self.date(content[1..<9])) : .unknown
    }

    /// The length of kind, time and expiry, in bytes.
    private static let contentLength = 17

    private static func date(_ bytes: some Sequence<UInt8>) -> Date {
        Date(timeIntervalSince1970: TimeInterval(UInt64(bigEndianBytes: bytes)))
    }
}
