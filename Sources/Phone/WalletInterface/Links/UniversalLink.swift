// SPDX-License-Identifier: EUPL-1.2

/// A link that the operating system handed over and that is one of ours (PF2.7/1.2).
///
/// There is no other way to make one than to recognise it, so whoever holds one need not look at its address again. It can be logged: it
/// shows kind and length only.
///
/// - SeeAlso: threats T-U1, T-U4, T-U5.
package struct UniversalLink: Sendable, Hashable, Redacted {
    /// The longest link that is looked at, in bytes: requests are passed by reference, so real ones are far below it.
    package static let longest = 8192

    /// What it is for.
    package let kind: UniversalLinkKind
    /// Its sender meant it to be scanned from another screen with the wallet's own scanner, not to be opened on this phone (PF2.7/1.2b).
    package let isMeantForScanning: Bool
    /// The whole link as received.
    package let text: LinkText

    /// Recognises a link.
    ///
    /// - Parameters:
    ///   - text: untrusted, of any length.
    ///   - patterns: of the configuration in force.
    /// - Returns: nil when it meets no pattern exactly, or patterns of several kinds.
    package init?(recognising text: String, by patterns: [UniversalLinkPattern]) {
        guard let parts = LinkParts(parsing: text) else { return nil }
        let kinds = Set(patterns.filter { $0.matches(parts) }.map(\.kind))
        guard kinds.count == 1, let kind = kinds.first else { return nil }
        self.kind = kind
        isMeantForScanning = LinkSessionType.isCrossDevice(parts.query ?? "")
        self.text = LinkText(text)
    }

    /// Kind and length.
    package var logged: String { "\(kind.rawValue) link, \(text.length) bytes" }

    /// Lends the text to the protocol that the link is for.
    ///
    /// - Warning: it can hold codes that are as good as a key; it goes into no log, error or screen.
    package func withText<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        try text.withText(body)
    }
}
