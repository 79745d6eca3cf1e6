// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

@testable import WalletCore

extension FakeDocuments {
    /// The link patterns in the tests' configuration.
    static let universalLinks = [
        ConfiguredLink(
            kind: .credentialOffer, form: .web(host: "wallet.example", port: 443, path: "/link/credential-offer")),
        .init(kind: .disclosureBasedIssuance, form: .web(host: "wallet.example", port: 443, path: "/link/disclosure_based_issuance")),
        .init(kind: .disclosure, form: .web(host: "wallet.example", port: 443, path: "/link/disclosure")),
        .init(kind: .issuanceRedirect, form: .web(host: "wallet.example", port: 443, path: "/link/authentication")),
        .init(kind: .transfer, form: .web(host: "wallet.example", port: 443, path: "/link/transfer")),
        .init(kind: .disclosure, form: .scheme("openid4vp")),
    ]
}

extension [UniversalLinkPattern] {
    /// The patterns as the core reads them.
    static let embedded = FakeDocuments.universalLinks.compactMap(UniversalLinkPattern.init)
}
