// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import Testing
import WalletConfiguration
import WalletCore
import WalletInterface

extension EmbeddedEdition {
    /// The embedded edition of an app that knows a provider and trusts unsigned documents.
    static func pinning(
        _ provider: String, roots: [[UInt8]], certificateKeys: [String: JWK], resultKeys: [String: JWK], pid issuerRoot: [UInt8]? = nil,
        settings: PIDSettings = TestIssuer.settings, sharing: SharingSettings? = nil
    ) throws -> EmbeddedEdition {
        let address = ServiceAddress(url: try #require(WebAddress(base: provider)), tlsRoots: roots)
        let trust = DocumentTrust(
            environment: try #require(EnvironmentName("test")), keys: ["nobody": JWK(P256.Signing.PrivateKey().publicKey)])
        let issuerAddress = ServiceAddress(url: try #require(WebAddress(base: TestIssuer.url)), tlsRoots: roots)
        let issuer = issuerRoot.map {
            PIDIssuerAddress(address: issuerAddress, documentRoots: [$0], clientID: TestIssuer.clientID)
        }
        var links = [ConfiguredLink(kind: .issuanceRedirect, form: .web(host: "wallet.test", port: 443, path: "/back"))]
        if sharing != nil {
            links.append(ConfiguredLink(kind: .disclosure, form: .web(host: "wallet.test", port: 443, path: "/disclosure")))
        }
        return EmbeddedEdition(
            appVersion: try #require(AppVersion("1.0.0")),
            configuration: ConfigurationDocument(
                provider: ProviderAddress(address: address, certificateKeys: certificateKeys, resultKeys: resultKeys),
                services: Services(configuration: address, updatePolicy: address, pidIssuer: issuer),
                pid: settings, sharing: sharing, universalLinks: links),
            configurationTrust: trust, updatePolicyTrust: trust)
    }
}
