// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import Testing
import WalletProvider

@testable import PhoneSimulator

/// A maker of each kind of phone.
struct Makers: Sendable {
    /// The makers of every fixture. Made once: making the keys of two authorities takes longer than most tests.
    static let shared = Result { try Makers(at: Fixture.start) }

    private let apple: DevelopmentAppleCA
    private let google: DevelopmentGoogleCA
    private let appID: AppID
    private let app = AndroidApp(packageName: "nl.example.wallet", signingCertificateDigest: [UInt8](repeating: 7, count: 32))
    private let month: PatchLevel
    private let pretenders: (iPhone: PhoneMaker, android: PhoneMaker)

    init(at time: Date) throws {
        var generator = SystemRandomNumberGenerator()
        apple = try DevelopmentAppleCA(now: time, using: &generator)
        google = try DevelopmentGoogleCA(now: time, using: &generator)
        appID = try #require(AppID(parsing: "DEVTEAM123.nl.example.wallet"))
        month = try #require(PatchLevel(year: 2026, month: 3))
        pretenders = (
            try PhoneMaker.apple(apple, appID: appID, environment: .development).pretending(now: time),
            try PhoneMaker.google(google, app: app, device: AndroidDevice(osPatchLevel: month)).pretending(now: time)
        )
    }

    subscript(kind: PhoneKind) -> PhoneMaker {
        switch kind {
        case .iPhone: .apple(apple, appID: appID, environment: .development)
        case .android: .google(google, app: app, device: AndroidDevice(osPatchLevel: month))
        }
    }

    /// Returns a maker whose authority no provider knows.
    func pretender(_ kind: PhoneKind) -> PhoneMaker {
        switch kind {
        case .iPhone: pretenders.iPhone
        case .android: pretenders.android
        }
    }

    /// Returns the settings of a provider that accepts phones of both makers.
    func acceptedDevices(
        revocationList: @escaping @Sendable () -> AndroidRevocationList?
    ) throws -> AcceptedDevices {
        let policy = AndroidAttestationPolicy(
            packageNames: [app.packageName], signingCertificateDigests: [app.signingCertificateDigest], minimumOSPatchLevel: month)
        return try AcceptedDevices(
            apple: AppAttestVerifier(roots: [apple.root], appID: appID, environment: .development),
            android: AcceptedDevices.Android(
                verifier: AndroidKeyAttestationVerifier(roots: [google.root], policy: policy), revocationList: revocationList),
            allowsDevelopment: true)
    }
}
