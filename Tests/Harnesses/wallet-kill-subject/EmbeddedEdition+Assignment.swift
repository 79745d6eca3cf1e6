// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import JSON
import KillLink
import PhoneSimulator
import WalletConfiguration
import WalletCore

extension EmbeddedEdition {
    /// The embedded edition of the app under test.
    init(_ backend: Assignment.Backend) throws {
        guard let version = AppVersion("1.0.0") else { throw Stuck("no version") }
        let trust = try DocumentTrust(json: JSONObject(parsing: Array(backend.trust)))
        self.init(
            appVersion: version, configuration: try ConfigurationDocument(json: JSONObject(parsing: Array(backend.configuration))),
            configurationTrust: trust, updatePolicyTrust: trust)
    }
}

extension PhoneMaker {
    /// Returns the maker of the phone under test, with the apps and the device of the tests' `Makers`; the backend accepts phones of both.
    static func harness(_ kind: PhoneKind, _ backend: Assignment.Backend) throws -> PhoneMaker {
        switch kind {
        case .iPhone:
            let appID = AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet")
            return .apple(try DevelopmentAppleCA(pemEncoded: backend.appleAuthority), appID: appID, environment: .development)
        case .android:
            guard let month = PatchLevel(year: 2025, month: 9) else { throw Stuck("no patch level") }
            let app = AndroidApp(packageName: "nl.example.wallet", signingCertificateDigest: [UInt8](repeating: 0xd1, count: 32))
            return .google(
                try DevelopmentGoogleCA(pemEncoded: backend.googleAuthority), app: app, device: AndroidDevice(osPatchLevel: month))
        }
    }
}
