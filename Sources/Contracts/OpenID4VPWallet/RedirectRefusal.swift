// SPDX-License-Identifier: EUPL-1.2

import JSON
package import OpenID4VP

/// Why `redirect_uri` of an accepted message is not followed: for the history, and for the verifier's developers.
package enum RedirectRefusal: String, Sendable, Hashable, CaseIterable {
    /// The session has two devices (OpenID4VP 1.0 §14.2).
    case otherDevice
    /// Not a text.
    case noText
    /// A relative reference.
    case relative
    /// Another scheme than `https`, such as `http` or `javascript`.
    case otherScheme
    /// An `https` URL that is too long, or has a user, a forbidden character or path segment, or no host.
    case unfit
}

extension PresentationClient {
    /// The reason not to follow `redirect_uri` of a reply; nil if it is followed, or if an accepted message has none.
    package static func redirectRefusal(in answer: VerifierAnswer, _ session: SessionType) -> RedirectRefusal? {
        guard (200...299).contains(answer.status), let given = redirectURI(in: answer) else { return nil }
        guard session == .sameDevice else { return .otherDevice }
        guard case .string(let text) = given else { return .noText }
        guard RedirectURI(text) == nil else { return nil }
        guard let scheme = scheme(of: text) else { return .relative }
        return scheme == "https" ? .unfit : .otherScheme
    }

    /// The scheme of a URL in lower case (RFC 3986 §3.1); nil for a relative reference.
    private static func scheme(of text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let end = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first, first.isLetter,
            bytes[..<end].allSatisfy({ $0.isLetter || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
