// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON

/// The token in a form. It is valid for the browser that opened the form, until it expires.
///
/// A browser is identified by a random cookie that scripts cannot read and other sites cannot send. The token contains its expiry and an
/// HMAC of the cookie and the expiry. So a different site can neither forge a token nor use one issued to its own browser.
struct FormToken: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: the key for forms only.
    init(key: SymmetricKey) {
        self.key = key
    }

    /// Creates a token for a browser.
    func issue(for browser: BrowserID, until end: Date) -> String {
        let seconds = UInt64(secondsOf: end).bigEndianBytes
        return Base64URL.encode(seconds + HMAC<SHA256>.authenticationCode(for: browser.bytes + seconds, using: key))
    }

    /// Returns true if the token was issued for this browser and has not expired.
    func isGood(_ text: String, from browser: BrowserID, now: Date) -> Bool {
        guard let bytes = try? Base64URL.decode(text), bytes.count == 8 + SHA256.byteCount else { return false }
        let seconds = Array(bytes.prefix(8))
        guard HMAC<SHA256>.isValidAuthenticationCode(bytes.dropFirst(8), authenticating: browser.bytes + seconds, using: key) else {
            return false
        }
        return TimeInterval(UInt64(bigEndianBytes: seconds)) > now.timeIntervalSince1970
    }
}

/// The id of a browser that has opened the form: 32 random bytes, kept until the browser is closed.
struct BrowserID: Sendable, Hashable {
    static let byteCount = 32

    let bytes: [UInt8]

    /// Creates a random id.
    init(randomBytes: (_ count: Int) -> [UInt8]) {
        bytes = randomBytes(Self.byteCount)
    }

    /// Parses a cookie's value; nil if it is invalid.
    init?(parsing text: String) {
        guard let bytes = try? Base64URL.decode(text), bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The value for a cookie.
    var text: String { Base64URL.encode(bytes) }
}

extension UInt64 {
    /// Seconds since 1970, limited to the years up to 9999.
    init(secondsOf date: Date) {
        let seconds = date.timeIntervalSince1970
        self = seconds > 0 ? UInt64(Swift.min(seconds, 253_402_300_799)) : 0
    }

    /// The bytes, most significant byte first.
    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> UInt64(56 - 8 * $0)) } }

    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
