// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

@testable import WalletCore

extension FakeDocuments {
    /// What the tests' configuration says of links.
    static let universalLinks = [
        WalletConfiguration.UniversalLink(
            kind: .credentialOffer, form: .web(host: "wallet.example", port: 443, path: "/link/credential-offer")),
        .init(kind: .disclosureBasedIssuance, form: .web(host: "wallet.example", port: 443, path: "/link/disclosure_based_issuance")),
        .init(kind: .disclosure, form: .web(host: "wallet.example", port: 443, path: "/link/disclosure")),
        .init(kind: .issuanceRedirect, form: .web(host: "wallet.example", port: 443, path: "/link/authentication")),
        .init(kind: .transfer, form: .web(host: "wallet.example", port: 443, path: "/link/transfer")),
        .init(kind: .disclosure, form: .scheme("openid4vp")),
    ]
}

extension [UniversalLinkPattern] {
    /// What the core makes of it.
    static let embedded = FakeDocuments.universalLinks.compactMap(UniversalLinkPattern.init)
}
