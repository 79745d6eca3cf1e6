// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestParties
import Testing
import WalletProvider

struct ProviderConfigurationTests {
    let devices: AcceptedDevices

    init() throws {
        devices = try Makers.shared.acceptedDevices { nil }
    }

    func configuration(
        _ url: String = TestProvider.publicURL, beaconLifetime: Duration = .seconds(300)
    ) throws -> ProviderConfiguration {
        try ProviderConfiguration(publicURL: url, devices: devices, beaconLifetime: beaconLifetime)
    }

    @Test(arguments: ["https://provider.example", "https://localhost:8443", "https://provider.example/wallet"])
    func `a public URL is accepted`(_ url: String) throws {
        #expect(try configuration(url).publicURL == url)
    }

    @Test(arguments: [
        "", "provider.example", "http://provider.example", "https://", "https://provider.example/", "https://provider.example/api/v1",
        "https://user@provider.example", "https://provider.example?x=1", "https://provider.example#x", "ftp://provider.example",
    ])
    func `a public URL that wallets cannot use is rejected`(_ url: String) {
        #expect(throws: ConfigurationError.self) { try configuration(url) }
    }

    @Test(arguments: [
        Duration.zero, .milliseconds(999), .seconds(-60), .seconds(400 * 86_400), .nanoseconds(1_000_000_001), .seconds(Int64.max),
    ])
    func `a lifetime outside its range is rejected`(_ lifetime: Duration) {
        #expect(throws: ConfigurationError.self) { try configuration(beaconLifetime: lifetime) }
    }

    @Test(arguments: [-1e300, -1, 0, 1e18, 1e300, .infinity, -.infinity, .nan] as [Double])
    func `no clock and no stored time crashes the program`(_ seconds: Double) {
        let time = Timestamp(Date(timeIntervalSince1970: seconds))
        #expect(time.milliseconds >= 0)
        #expect(time.advanced(byMilliseconds: .max) >= time)
        #expect(time.advanced(byMilliseconds: .min) <= time)
    }
}
