// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// The zone in which the days of a PID are counted, with and without `pid.time_zone` in the configuration.
struct IssuerZoneTests {
    private func configuration(_ zone: String?) -> ConfigurationDocument {
        let provider = ProviderAddress(address: FakeDocuments.address("https://provider.test"), certificateKeys: [:], resultKeys: [:])
        var document = FakeDocuments().configuration(provider)
        document.pid = PIDSettings(
            sdJWT: PIDSettings.Kind(configurationID: "pid.sdjwt", type: "urn:eudi:pid:1"),
            mdoc: PIDSettings.Kind(configurationID: "pid.mdoc", type: "eu.europa.ec.eudi.pid.1"), timeZone: zone)
        return document
    }

    private func keeper(shippedWith document: ConfigurationDocument) -> ConfigurationKeeper {
        let documents = FakeDocuments()
        return ConfigurationKeeper(
            EmbeddedEdition(
                appVersion: FakeDocuments.version("1.2.3"), configuration: document, configurationTrust: documents.configurationTrust,
                updatePolicyTrust: documents.policyTrust),
            checkpoints: NoCheckpointObserver())
    }

    @Test(
        arguments: [
            ("Europe/Lisbon", "Europe/Helsinki", "Europe/Lisbon"), (nil, "Europe/Helsinki", "Europe/Helsinki"),
            ("Nowhere/Land", "Europe/Helsinki", "Europe/Helsinki"), (nil, nil, "GMT"), ("Nowhere/Land", "Nowhere/Else", "GMT"),
        ] as [(String?, String?, String)])
    func `a zone that is missing or unknown is that of the first edition, and without one UTC`(
        _ received: String?, _ embedded: String?, _ zone: String
    ) {
        let keeper = keeper(shippedWith: configuration(embedded))
        keeper.state.set(AppConfiguration(document: configuration(received), version: 2, source: .received))
        #expect(keeper.issuerZone.identifier == zone)
    }

    @Test func `a wallet without a PID counts in UTC, whatever the phone's zone`() {
        var document = configuration(nil)
        document.pid = nil
        #expect(keeper(shippedWith: document).issuerZone == .gmt)
    }

    @Test func `an issuer without a kind of PID counts as not configured`() throws {
        var document = configuration("Europe/Lisbon")
        let issuer = PIDIssuerAddress(
            address: FakeDocuments.address("https://issuer.test"), documentRoots: [], clientID: "https://wallet.test")
        document.services = Services(
            configuration: document.services.configuration, updatePolicy: document.services.updatePolicy, pidIssuer: issuer)
        document.universalLinks = [
            ConfiguredLink(kind: .issuanceRedirect, form: .web(host: "wallet.test", port: 443, path: "/back"))
        ]
        #expect(try IssuanceSettings(document).pid == document.pid)
        document.pid = nil
        let without = document
        let error = #expect(throws: WalletCoreError.self) { try IssuanceSettings(without) }
        #expect(error?.code == .issuance(.notConfigured))
    }
}
