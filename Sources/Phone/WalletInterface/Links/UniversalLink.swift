// SPDX-License-Identifier: EUPL-1.2

/// A link from the operating system, or from a QR code, that is one of the wallet's (PF2.7/1.2, UC9.9/1.4).
///
/// A value can only be created by recognising a link, so its address needs no further check. Its description contains only kind and length.
///
/// - SeeAlso: threats-and-faults.md, T-U1, T-U4, T-U5.
package struct UniversalLink: Sendable, Hashable, Redacted {
    /// The longest accepted link, in bytes. Real links are far shorter, because requests are passed by reference.
    package static let longest = 8192

    package let kind: UniversalLinkKind
    /// True if its sender meant it for the wallet's own scanner on another screen, not to be opened on this phone (PF2.7/1.2b).
    package let isMeantForScanning: Bool
    /// True if its sender meant it to be opened on the device that shows it, and not to be scanned (UC9.9/1.4b). A link that says neither
    /// counts as it arrives.
    package let isMeantForOpening: Bool
    /// The complete link as received.
    package let text: LinkText

    /// Recognises a link.
    ///
    /// - Parameters:
    ///   - text: untrusted, of any length.
    ///   - patterns: the patterns of the active configuration.
    /// - Returns: nil when it matches no pattern exactly, or patterns of several kinds.
    package init?(recognising text: String, by patterns: [UniversalLinkPattern]) {
        guard let parts = LinkParts(parsing: text) else { return nil }
        let kinds = Set(patterns.filter { $0.matches(parts) }.map(\.kind))
        guard kinds.count == 1, let kind = kinds.first else { return nil }
        self.kind = kind
        let declared = LinkSessionType(declaredIn: parts.query ?? "")
        isMeantForScanning = declared == .crossDevice
        isMeantForOpening = declared == .sameDevice
        self.text = LinkText(text)
    }

    package var logged: String { "\(kind.rawValue) link, \(text.length) bytes" }

    /// Passes the text to the body, for the protocol that the link is for.
    ///
    /// - Warning: the text can contain codes that grant access. Never pass it to a log, an error or a screen.
    package func withText<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try text.withText(body)
    }
}
