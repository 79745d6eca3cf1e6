// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import PhoneSimulator
import SwiftASN1
import TestEnvironment
import Testing
import WalletProvider
import X509

/// T-G4 and T-G12: a provider checks its trust settings at the start, not at the first registration.
struct AcceptedDevicesTests {
    let apple: DevelopmentAppleCA
    let google: DevelopmentGoogleCA
    /// Apple's own root. No phone uses it here, but it is not a development root.
    let genuine: Certificate

    init() throws {
        var generator = SystemRandomNumberGenerator()
        apple = try DevelopmentAppleCA(now: TestClock().now, using: &generator)
        google = try DevelopmentGoogleCA(now: TestClock().now, using: &generator)
        genuine = try Certificate(pemEncoded: AppleAppAttestationRootCA.pem)
    }

    private func iPhones(_ roots: [Certificate]) -> AppAttestVerifier {
        AppAttestVerifier(roots: roots, appID: TestProvider.appID, environment: .production)
    }

    private func androids(
        _ roots: [Certificate], _ change: (inout AndroidAttestationPolicy) -> Void = { _ in }
    ) throws -> AcceptedDevices.Android {
        var policy = AndroidAttestationPolicy(
            packageNames: ["nl.example.wallet"], signingCertificateDigests: [[UInt8](repeating: 1, count: 32)],
            minimumOSPatchLevel: try TestProvider.patchLevel)
        change(&policy)
        return AcceptedDevices.Android(verifier: AndroidKeyAttestationVerifier(roots: roots, policy: policy), revocationList: { nil })
    }

    @Test func `one kind of device is enough, none is rejected`() throws {
        #expect(try AcceptedDevices(apple: iPhones([genuine])).android == nil)
        #expect(try AcceptedDevices(android: androids([genuine])).apple == nil)
        _ = try AcceptedDevices(apple: iPhones([genuine]), android: androids([genuine]))
        #expect(throws: ConfigurationError.self) { try AcceptedDevices() }
        #expect(throws: ConfigurationError.self) { try AcceptedDevices(allowsDevelopment: true) }
    }

    @Test func `certificates of simulated phones are not trusted at any place among the roots`() throws {
        for root in [apple.root, apple.intermediate] {
            #expect(throws: ConfigurationError.self) { try AcceptedDevices(apple: iPhones([genuine, root])) }
            _ = try AcceptedDevices(apple: iPhones([genuine, root]), allowsDevelopment: true)
        }
        let batches = [google.trustedEnvironment, google.strongBox]
        for root in [google.root] + batches.flatMap({ [$0.intermediate, $0.certificate] }) {
            let androids = try androids([genuine, root])
            #expect(throws: ConfigurationError.self) { try AcceptedDevices(apple: iPhones([genuine]), android: androids) }
            _ = try AcceptedDevices(android: androids, allowsDevelopment: true)
        }
    }

    @Test func `manufacturers' roots have no development mark`() throws {
        #expect(!genuine.isForDevelopment)
        #expect(apple.root.isForDevelopment && google.root.isForDevelopment)
    }

    @Test func `software keys and unlocked boot loaders are accepted only for development`() throws {
        let software = try androids([genuine]) { $0.securityLevels.insert(.software) }
        let unlocked = try androids([genuine]) { $0.requiresVerifiedBoot = false }
        for androids in [software, unlocked] {
            #expect(throws: ConfigurationError.self) { try AcceptedDevices(android: androids) }
            _ = try AcceptedDevices(android: androids, allowsDevelopment: true)
        }
    }

    @Test func `self-signed systems are accepted in production if the operator lists their keys`() throws {
        #expect(try androids([genuine]).verifier.policy.selfSignedBootKeys.isEmpty)
        _ = try AcceptedDevices(android: androids([genuine]) { $0.selfSignedBootKeys = [[UInt8](repeating: 1, count: 32)] })
    }

    @Test func `settings that accept no device or every device do not start, even for development`() throws {
        let changes: [(inout AndroidAttestationPolicy) -> Void] = [
            { $0.packageNames = [] }, { $0.packageNames = [""] }, { $0.signingCertificateDigests = [] },
            { $0.signingCertificateDigests = [[1, 2, 3]] }, { $0.securityLevels = [] }, { $0.maximumRevocationListAge = 59 },
            { $0.maximumRevocationListAge = 31 * 86_400 + 1 }, { $0.maximumRevocationListAge = .infinity },
            { $0.maximumRevocationListAge = .nan }, { $0.maximumRevocationListAge = -1 }, { $0.selfSignedBootKeys = [[]] },
            { $0.selfSignedBootKeys = [[UInt8](repeating: 0, count: 32)] }, { $0.selfSignedBootKeys = [[UInt8](repeating: 1, count: 31)] },
        ]
        for change in changes {
            let androids = try androids([genuine], change)
            #expect(throws: ConfigurationError.self) { try AcceptedDevices(android: androids, allowsDevelopment: true) }
        }
        #expect(throws: ConfigurationError.self) { try AcceptedDevices(apple: iPhones([]), allowsDevelopment: true) }
        let rootless = try androids([])
        #expect(throws: ConfigurationError.self) { try AcceptedDevices(android: rootless, allowsDevelopment: true) }
    }
}
