// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE

/// The token in a form of ours. It is good for the browser that the form was made for, until it expires.
///
/// A browser is known by a random cookie that no script can read and that no other site's request carries. The token is that cookie's value and
/// the end of its life under an HMAC, so somebody else's page can neither make one nor use one that it was given itself.
struct FormToken: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: for forms only.
    init(key: SymmetricKey) {
        self.key = key
    }

    /// A token for a browser.
    func issue(for browser: BrowserID, until end: Date) -> String {
        let seconds = UInt64(secondsOf: end).bigEndianBytes
        return Base64URL.encode(seconds + HMAC<SHA256>.authenticationCode(for: browser.bytes + seconds, using: key))
    }

    /// Whether a token was made for that browser and is still good.
    func isGood(_ text: String, from browser: BrowserID, now: Date) -> Bool {
        guard let bytes = try? Base64URL.decode(text), bytes.count == 8 + SHA256.byteCount else { return false }
        let seconds = Array(bytes.prefix(8))
        guard HMAC<SHA256>.isValidAuthenticationCode(bytes.dropFirst(8), authenticating: browser.bytes + seconds, using: key) else {
            return false
        }
        return TimeInterval(UInt64(bigEndianBytes: seconds)) > now.timeIntervalSince1970
    }
}

/// A browser that has opened the form: 32 random bytes, for as long as the browser is open.
struct BrowserID: Sendable, Hashable {
    static let byteCount = 32

    let bytes: [UInt8]

    /// A new one.
    init(randomBytes: (_ count: Int) -> [UInt8]) {
        bytes = randomBytes(Self.byteCount)
    }

    /// From a cookie's value; nil when it is none of ours.
    init?(parsing text: String) {
        guard let bytes = try? Base64URL.decode(text), bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// For a cookie.
    var text: String { Base64URL.encode(bytes) }
}

extension UInt64 {
    /// Whole seconds since 1970; an instant that no calendar holds becomes the nearest that one does.
    init(secondsOf date: Date) {
        let seconds = date.timeIntervalSince1970
        self = seconds > 0 ? UInt64(Swift.min(seconds, 253_402_300_799)) : 0
    }

    /// Most significant byte first.
    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> UInt64(56 - 8 * $0)) } }

    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
