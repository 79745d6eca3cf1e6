// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Links that the user opens outside of the app.
extension FuzzTarget {
    /// A link from outside of the app. An accepted link is, before its query, one of the configured addresses; its description hides the link.
    static let link = FuzzTarget(
        "link",
        seeds: {
            [
                "https://app.example/link/issuance?credential_offer=%7B%7D", "https://app.example:8443/link/disclosure?request_uri=a",
                "https://app.example/link/redirect?code=secret&state=b", "https://app.example/link/issuance",
                "https://app.example/link/issuance?session_type=cross_device",
                "https://app.example/link/disclosure?request_uri=https%3A%2F%2Fv.example%3Fsession_type%3Dcross_device",
                "https://app.example/link/issuance/", "http://app.example/link/issuance", "https://app.example/link/%69ssuance",
                "https://user@app.example/link/issuance", "https://app.example/link/issuance#a", "openid4vp://?request_uri=a",
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            guard let link = UniversalLink(recognising: text, by: patterns) else { return .refused }
            let isKept = link.withText { $0.utf8.elementsEqual(text.utf8) }
            try FuzzFinding.unless(isKept, "a link that is not kept as it was opened")
            let address = String(text.prefix { $0 != "?" })
            try FuzzFinding.unless(addresses[address] == link.kind, "an address that is not configured")
            try FuzzFinding.unless(!"\(link)".contains(address), "a description with the address")
            return .accepted
        })

    private static let addresses: [String: UniversalLinkKind] = [
        "https://app.example/link/issuance": .issuance, "https://app.example:8443/link/disclosure": .disclosure,
        "https://app.example/link/redirect": .authenticationRedirect,
    ]

    private static let patterns = [
        UniversalLinkPattern(kind: .issuance, scheme: "https", host: "app.example", segments: ["link", "issuance"]),
        UniversalLinkPattern(kind: .disclosure, scheme: "https", host: "app.example", port: 8443, segments: ["link", "disclosure"]),
        UniversalLinkPattern(kind: .authenticationRedirect, scheme: "https", host: "app.example", segments: ["link", "redirect"]),
    ].compactMap(\.self)
}
