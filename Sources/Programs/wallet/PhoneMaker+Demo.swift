// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DeviceAttestation
import Foundation
import PhoneSimulator
import ServerState
import WalletProvider

/// The demo's phones of each kind, and their acceptance by the demo's provider.
extension PhoneMaker {
    /// The maker of the demo's phone.
    ///
    /// - Throws: `StartError` if the files of an earlier start cannot be read.
    static func demo(_ kind: PhoneKind, in directory: DemoDirectory) throws -> PhoneMaker {
        switch kind {
        case .iPhone:
            return .apple(
                try directory.developmentAppleCA(), appID: AppID(teamID: "DEMO000000", bundleID: "nl.example.wallet"),
                environment: .development)
        case .android:
            guard let month = PatchLevel(year: 2025, month: 9) else { throw StartError("The demo's Android phone has no patch level.") }
            // The app is not signed, so the signer's digest is a placeholder.
            let app = AndroidApp(packageName: "nl.example.wallet", signingCertificateDigest: [UInt8](repeating: 0xde, count: 32))
            return .google(try directory.developmentGoogleCA(), app: app, device: AndroidDevice(osPatchLevel: month))
        }
    }
}

extension [PhoneMaker] {
    /// The acceptance criteria of a provider for phones of these makers only.
    ///
    /// - Parameter clock: the provider's clock.
    func acceptedDevices(clock: @escaping @Sendable () -> Date) throws -> AcceptedDevices {
        var apple: AppAttestVerifier?
        var android: AcceptedDevices.Android?
        for maker in self {
            switch maker {
            case .apple(let authority, let appID, let environment):
                apple = AppAttestVerifier(roots: [authority.root], appID: appID, environment: environment)
            case .google(let authority, let app, let device):
                let policy = AndroidAttestationPolicy(
                    packageNames: [app.packageName], signingCertificateDigests: [app.signingCertificateDigest],
                    minimumOSPatchLevel: device.osPatchLevel)
                android = AcceptedDevices.Android(
                    verifier: AndroidKeyAttestationVerifier(roots: [authority.root], policy: policy),
                    revocationList: { try? DevelopmentGoogleCA.revocationList(at: clock()) })
            }
        }
        return try AcceptedDevices(apple: apple, android: android, allowsDevelopment: true)
    }
}

extension PhoneKind: ExpressibleByArgument {}
