// SPDX-License-Identifier: EUPL-1.2

import PhoneWeb
import WalletConfiguration

extension SampleLink {
    /// The link from a configuration, with a query as senders write it; nil if the configuration has no link of this kind.
    func address(by configuration: ConfigurationDocument) -> String? {
        let sender = "client_id=verifier.example&request_uri=https%3A%2F%2Fverifier.example%2Frequest"
        switch self {
        case .disclosure: return Self.base(.disclosure, configuration).map { $0 + "?\(sender)&session_type=same_device" }
        case .scanned: return Self.base(.disclosure, configuration).map { $0 + "?\(sender)&session_type=cross_device" }
        case .disclosureBasedIssuance:
            return Self.base(.disclosureBasedIssuance, configuration).map { $0 + "?\(sender)&session_type=same_device" }
        case .credentialOffer:
            return Self.base(.credentialOffer, configuration).map {
                $0 + "?credential_offer_uri=https%3A%2F%2Fissuer.example%2Foffer"
            }
        case .issuanceRedirect: return Self.base(.issuanceRedirect, configuration).map { $0 + "?code=demo&state=demo" }
        case .transfer: return Self.base(.transfer, configuration)
        case .invalid: return Self.base(.disclosure, configuration).map { $0 + "/nowhere" }
        }
    }

    /// Scheme, host and path of the first link of a kind.
    private static func base(_ kind: ConfiguredLink.Kind, _ configuration: ConfigurationDocument) -> String? {
        configuration.universalLinks.lazy.filter { $0.kind == kind }.map { link in
            switch link.form {
            case .web(let host, let port, let path): "https://\(host)\(port == 443 ? "" : ":\(port)")\(path)"
            case .scheme(let scheme): "\(scheme)://demo"
            }
        }.first
    }
}
