// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation
package import Foundation
package import PhoneSimulator
package import WalletProvider

/// A maker of each kind of phone, under a development authority of its own.
package struct Makers: Sendable {
    package static let appID = AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet")
    package static let androidApp = AndroidApp(
        packageName: "nl.example.wallet", signingCertificateDigest: [UInt8](repeating: 0xd1, count: 32))

    // Made once in a process: making the keys of two authorities takes longer than most tests.
    private static let known = Result { try Makers() }
    private static let unknown = Result { try Makers() }

    /// The makers that the providers of all tests trust.
    package static var shared: Makers { get throws { try known.get() } }
    /// Makers of the same phones, whose authorities no provider knows.
    package static var pretenders: Makers { get throws { try unknown.get() } }

    package let apple: DevelopmentAppleCA
    package let google: DevelopmentGoogleCA
    /// The month of the security patches of Android phones, which is also the oldest accepted.
    package let patchLevel: PatchLevel

    /// - Parameter time: the certificates are valid from two days before to ten years after this time; by default the start of `TestClock`.
    package init(at time: Date = Date(timeIntervalSince1970: 1_767_225_600)) throws {
        guard let month = PatchLevel(year: 2025, month: 9) else { throw CocoaError(.coderInvalidValue) }
        var generator = SystemRandomNumberGenerator()
        apple = try DevelopmentAppleCA(now: time, using: &generator)
        google = try DevelopmentGoogleCA(now: time, using: &generator)
        patchLevel = month
    }

    package subscript(kind: PhoneKind) -> PhoneMaker {
        switch kind {
        case .iPhone: .apple(apple, appID: Self.appID, environment: .development)
        case .android: .google(google, app: Self.androidApp, device: AndroidDevice(osPatchLevel: patchLevel))
        }
    }

    package func iPhoneVerifier(_ environment: AppAttestEnvironment = .development) -> AppAttestVerifier {
        AppAttestVerifier(roots: [apple.root], appID: Self.appID, environment: environment)
    }

    package var androidVerifier: AndroidKeyAttestationVerifier {
        AndroidKeyAttestationVerifier(
            roots: [google.root],
            policy: AndroidAttestationPolicy(
                packageNames: [Self.androidApp.packageName], signingCertificateDigests: [Self.androidApp.signingCertificateDigest],
                minimumOSPatchLevel: patchLevel))
    }

    /// Returns the settings of a provider that accepts phones of both makers.
    package func acceptedDevices(
        _ environment: AppAttestEnvironment = .development, revocationList: @escaping @Sendable () -> AndroidRevocationList?
    ) throws -> AcceptedDevices {
        try AcceptedDevices(
            apple: iPhoneVerifier(environment),
            android: AcceptedDevices.Android(verifier: androidVerifier, revocationList: revocationList),
            allowsDevelopment: true)
    }
}
