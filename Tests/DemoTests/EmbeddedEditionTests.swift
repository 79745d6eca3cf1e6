// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletCore

@testable import wallet

/// The edition that the demo's app ships with.
struct EmbeddedEditionTests {
    @Test(arguments: [("2.5.0", "2.5.0"), ("two", "1.0.0")])
    func `another version of the app keeps the edition's version, so that no older configuration replaces it`(
        asked: String, version: String
    ) throws {
        let edition = try Self.edition(version: 7).installed(as: asked)
        #expect(edition.version == 7 && edition.appVersion == AppVersion(version))
    }

    private static func edition(version: Int64) throws -> EmbeddedEdition {
        let address = ServiceAddress(url: try #require(WebAddress(base: "https://config.example")), tlsRoots: [[1]])
        let trust = DocumentTrust(environment: try #require(EnvironmentName("test")), keys: [:])
        return EmbeddedEdition(
            appVersion: try #require(AppVersion("1.0.0")), version: version,
            configuration: ConfigurationDocument(
                provider: ProviderAddress(address: address, certificateKeys: [:], resultKeys: [:]),
                services: Services(configuration: address, updatePolicy: address)),
            configurationTrust: trust, updatePolicyTrust: trust)
    }
}
