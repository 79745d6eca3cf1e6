// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import HSM
import JOSE
package import Logging
import OpenID4VCI
import StatusList

/// An issuer of PIDs and its authorisation server (OpenID4VCI 1.0, HAIP 1.0; Documentation/issuance.md).
///
/// What it must remember is in the store, so it may be restarted at any time, also in the middle of somebody's issuance.
package final class PIDIssuer: Sendable {
    /// What the operator decides.
    package let configuration: IssuerConfiguration
    let store: IssuerStore
    let register: any PersonRegister
    let login: LoginClient
    let marks: PersonMarks
    let maker: CredentialMaker
    let statusLists: StatusLists
    let serverChecks: AuthorizationServerChecks
    let issuerChecks: CredentialIssuerChecks
    let nonces: TimedNonces
    let clock: @Sendable () -> Date
    let random: @Sendable (_ count: Int) -> [UInt8]
    let logger: Logger

    /// An issuer.
    ///
    /// - Parameters:
    ///   - store: opened; whoever opened it closes it.
    ///   - hsm: with the keys of `signer` and `login`, and the one that marks are made with.
    ///   - clock: the real time.
    ///   - random: that many bytes from a cryptographically secure source.
    ///   - logger: gets one line a request: route, status, reason, duration; nothing that was received and nothing of a person.
    /// - Throws: ``IssuerStoreError``.
    package init(
        configuration: IssuerConfiguration, store: IssuerStore, hsm: any HSM, signer: DocumentSigner, register: any PersonRegister,
        login: LoginClient, clock: @escaping @Sendable () -> Date, random: @escaping @Sendable (_ count: Int) -> [UInt8], logger: Logger
    ) async throws {
        self.configuration = configuration
        self.store = store
        self.register = register
        self.login = login
        self.clock = clock
        self.random = random
        self.logger = logger
        marks = PersonMarks(hsm: hsm)
        maker = CredentialMaker(issuer: configuration.issuer, signer: signer, lifetime: configuration.credentialLifetime, random: random)
        statusLists = StatusLists(issuer: configuration.issuer, store: store, signer: signer)
        nonces = TimedNonces(secret: try await store.secret("nonces", random: random), random: random)
        let wallets = configuration.wallets
        serverChecks = AuthorizationServerChecks(
            attestation: ClientAttestationVerifier(providers: wallets.values.map(\.provider), audience: configuration.issuer),
            scopes: Set(PIDKind.allCases.map(\.identifier)), resources: [configuration.issuer.text],
            mayRedirect: { wallets[$0]?.redirectURIs.contains($1) ?? false })
        issuerChecks = CredentialIssuerChecks(
            metadata: configuration.metadata, keyAttestationTrusts: wallets.mapValues(\.provider.trust))
    }

    /// Seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

    /// A new secret of 256 bits that may stand in a URL.
    func freshSecret() -> String { Base64URL.encode(random(32)) }

    /// Removes what is over.
    ///
    /// - Throws: ``IssuerStoreError``.
    package func removeExpired() async throws { try await store.removeExpired() }

    /// What a server keeps of tokens that are used once.
    func oneTimeChecks(now: Int64) -> OneTimeChecks {
        OneTimeChecks(
            use: { [store] identifier, until in try await store.use(identifier, until: until) },
            isDPoPNonce: { [nonces] in nonces.end(of: $0, .dpop, now: now) != nil },
            isChallenge: { [nonces] in nonces.end(of: $0, .attestation, now: now) != nil })
    }

    /// Looks up the status of a wallet's attestation. One without a status passes: its provider decided that its short life is enough.
    ///
    /// - Throws: `EndpointError`: `invalidClient` for a wallet that was revoked; `temporarilyUnavailable` when its status cannot be had.
    func check(_ attestation: WalletAttestation, now: Int64) async throws {
        guard let reference = attestation.status, let status = configuration.wallets[attestation.clientID]?.status else { return }
        let found: TokenStatus
        do {
            found = try await status(reference, now)
        } catch let unknown as WalletStatusUnknown {
            logger.error("wallet status", metadata: ["reason": "\(unknown.reason)"])
            throw EndpointError(.temporarilyUnavailable, "the attestation's status is not known")
        }
        guard found == .valid else { throw EndpointError(.invalidClient, "the attestation is revoked") }
    }
}
