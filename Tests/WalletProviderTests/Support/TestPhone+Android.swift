// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PhoneSimulator
import ProviderProtocol
import Testing

extension TestPhone {
    /// Creates an Android phone that the test's provider accepts by default.
    static func android(
        app: AndroidApp = TestProvider.androidApp, privateKey: P256.Signing.PrivateKey = P256.Signing.PrivateKey(),
        _ change: (inout AndroidDevice) -> Void = { _ in }
    ) throws -> TestPhone {
        var device = AndroidDevice(osPatchLevel: try TestProvider.patchLevel)
        change(&device)
        var phone = TestPhone()
        phone.keystoreKey = AndroidKeystoreKey(privateKey: privateKey, app: app, device: device)
        return phone
    }

    /// Returns the chain of this phone's hardware for a challenge.
    func chain(for challenge: String, by authority: DevelopmentGoogleCA, now: Date) throws -> [[UInt8]] {
        try #require(keystoreKey).attestation(challenge: Array(SHA256.hash(data: Array(challenge.utf8))), by: authority, now: now)
    }

    /// Returns a registration that answers a challenge.
    mutating func androidRegistration(challenge: String, by authority: DevelopmentGoogleCA, now: Date) throws -> ProviderRequest {
        try registration(challenge: challenge, .android(chain: try chain(for: challenge, by: authority, now: now)))
    }
}
