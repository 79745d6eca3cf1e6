// SPDX-License-Identifier: EUPL-1.2

import DemoServers
import Foundation
import PhoneSimulator
import Testing

/// The app that the demo's provider accepts, on phones that the demo's authorities attest.
enum DemoApp {
    static let (teamID, bundleID) = ("DEMO000000", "nl.example.wallet")
    /// The placeholder of the demo's unsigned app.
    private static let signer = [UInt8](repeating: 0xde, count: 32)

    /// Runs a body beside the demo's servers, with a directory of its own.
    static func run(_ body: (DemoServers, URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID().uuidString)")
        let own = directory.appending(path: "app")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await DemoServers.run(in: directory) { try await body($0, own) }
    }

    static func apple(_ servers: DemoServers) throws -> DevelopmentAttestation {
        try DevelopmentAttestation(authority: servers.appleAuthority(), teamID: teamID, bundleID: bundleID)
    }

    static func google(_ servers: DemoServers) throws -> DevelopmentKeyAttestation {
        try DevelopmentKeyAttestation(
            authority: servers.googleAuthority(), packageName: bundleID, signingCertificateDigest: signer, patchMonth: 202_509)
    }
}
