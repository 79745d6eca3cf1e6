// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// The judgement of a code by its text alone (UC9.9/1.4). The text is not to be trusted: no part of it is opened or fetched.
extension ScanResult {
    /// Judges a code.
    ///
    /// A link of an organization that its sender meant for the device that shows it is refused, as `PresentationClient` refuses it:
    /// it may be shown elsewhere, where the website is not compared. A link that does not say is accepted, and counts as scanned.
    ///
    /// - Parameter patterns: of the active configuration.
    init(_ code: ScannedCode, by patterns: [UniversalLinkPattern]) {
        guard code.text.utf8.count <= ScanProblem.maximumBytes else {
            self = .notUsable(.tooLong, code)
            return
        }
        guard let link = UniversalLink(recognising: code.text, by: patterns) else {
            self = .notUsable(Self.isWebAddress(code.text) ? .webAddress : .otherText, code)
            return
        }
        switch link.kind {
        case .authenticationRedirect: self = .notUsable(.notNow, code)
        case .disclosure, .disclosureBasedIssuance: self = link.isMeantForOpening ? .notUsable(.sameDevice, code) : .link(link, code)
        case .issuance: self = .link(link, code)
        }
    }

    /// True for a text that a browser would take for a web address: `http` or `https`, then anything without spaces.
    private static func isWebAddress(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: { lowercased.hasPrefix($0) }) else { return false }
        return lowercased.utf8.count > scheme.utf8.count && !lowercased.contains(where: \.isWhitespace)
    }
}
