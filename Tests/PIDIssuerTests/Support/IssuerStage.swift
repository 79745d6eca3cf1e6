// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import IssuerWorld
import OpenID4VCI
import SDJWT
import StatusList
import Synchronization
import TestEnvironment

@testable import PIDIssuer

/// An issuer of the wallets of two providers, and a login provider, with their own directory. They may be started several times in
/// succession.
final class IssuerStage: Sendable {
    static let issuer = WorldIssuer.url
    static let login = WorldIssuer.login
    static let random = WorldIssuer.random
    static let clientID = "https://wallet.example/app"
    static let redirectURI = "https://wallet.example/back"
    /// The wallets of a different provider.
    static let otherClientID = "https://other-wallet.example/app"

    let clock = TestClock(at: Int64(Date().timeIntervalSince1970 - 3600) * 1000)
    let log = LogRecorder()
    let world: WorldIssuer
    let providers: DevelopmentIssuerAuthority
    let otherProviders: DevelopmentIssuerAuthority
    let wallet: TestWalletKeys
    /// True if the issuer finds every attestation with a status revoked.
    let isRevoked = Mutex(false)
    /// True if the status of an attestation is unavailable.
    let isStatusUnknown = Mutex(false)
    private let directory: TemporaryDirectory
    /// The issuer's requirement on keys.
    private let keyAttestation: KeyAttestationRequirement?

    init(keyAttestation: KeyAttestationRequirement? = nil) async throws {
        self.keyAttestation = keyAttestation
        directory = try TemporaryDirectory()
        world = try await WorldIssuer(in: directory.url, clock: { [clock] in clock.now }, logger: log.logger)
        providers = try DevelopmentIssuerAuthority(name: "wallet providers", now: clock.now)
        otherProviders = try DevelopmentIssuerAuthority(name: "other wallet providers", now: clock.now)
        wallet = try TestWalletKeys(authority: providers, now: clock.now)
    }

    var hsm: SoftwareHSM { world.hsm }
    var issuers: DevelopmentIssuerAuthority { world.roots }
    var signer: DocumentSigner { world.signer }
    var now: Int64 { Int64(clock.now.timeIntervalSince1970) }

    func advance(_ seconds: Int) { clock.advance(seconds: Int64(seconds)) }

    static func url(_ text: String) -> HTTPSURL { WorldIssuer.address(text) }

    func store() throws -> IssuerStore { try world.store() }

    /// Serves both on real ports over TLS during the body.
    func serve(_ body: @escaping @Sendable (_ fetch: @escaping Fetch) async throws -> Void) async throws {
        let wallets = [
            AcceptedWallets(
                clientID: Self.clientID, redirectURIs: [Self.redirectURI], issuer: "https://provider.example",
                trust: .certificates(roots: [providers.root]),
                status: { _, _ in
                    if self.isStatusUnknown.withLock({ $0 }) { throw WalletStatusUnknown(reason: "staged") }
                    return self.isRevoked.withLock { $0 } ? .invalid : .valid
                }),
            AcceptedWallets(
                clientID: Self.otherClientID, redirectURIs: [Self.redirectURI], issuer: "https://other-provider.example",
                trust: .certificates(roots: [otherProviders.root]), status: { _, _ in .valid }),
        ]
        try await world.serve(wallets, keyAttestation: keyAttestation) { [world] in try await body { try await world.fetch($0) } }
    }
}
