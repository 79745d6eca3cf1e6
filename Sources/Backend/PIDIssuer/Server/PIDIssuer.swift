// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import HSM
import JSON
package import Logging
import OpenID4VCI
import OpenID4VCIIssuer
import StatusList

/// An issuer of PIDs with its authorisation server (OpenID4VCI 1.0, HAIP 1.0; Documentation/issuance.md).
///
/// Its state is in the store, so it may be restarted at any time, also during an issuance.
package final class PIDIssuer: Sendable {
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

    /// Creates an issuer.
    ///
    /// - Parameters:
    ///   - store: an open store. The caller closes it.
    ///   - hsm: contains the keys of `signer` and `login`, and the key of the persons' pseudonyms.
    ///   - clock: the current time.
    ///   - random: returns this number of bytes from a cryptographically secure source.
    ///   - logger: receives one line per request: route, status, reason, duration. No received and no personal data.
    /// - Throws: ``IssuerStoreError``; ``IssuerConfigurationError`` if the machine has no data on the issuer's time zone.
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
        guard let zone = TimeZone(identifier: PIDContents.timeZone) else {
            throw IssuerConfigurationError("this machine has no time zone data for \(PIDContents.timeZone) (package tzdata)")
        }
        maker = CredentialMaker(
            issuer: configuration.issuer, signer: signer, lifetime: configuration.credentialLifetime, zone: zone, random: random)
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

    /// The current time in seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

    /// Creates a secret of 256 bits that is safe in a URL.
    func freshSecret() -> String { Base64URL.encode(random(32)) }

    /// Removes expired records.
    ///
    /// - Throws: ``IssuerStoreError``.
    package func removeExpired() async throws { try await store.removeExpired() }

    /// Returns the checks of values that may be used only once.
    func oneTimeChecks(now: Int64) -> OneTimeChecks {
        OneTimeChecks(
            use: { [store] identifier, until in try await store.use(identifier, until: until) },
            dpopNonceTime: { [nonces] in nonces.issueTime(of: $0, .dpop, now: now) },
            challengeTime: { [nonces] in nonces.issueTime(of: $0, .attestation, now: now) })
    }

    /// Checks the status of a wallet's attestation. An attestation without a status passes, because its provider relies on its short
    /// lifetime.
    ///
    /// - Throws: `EndpointError`: `invalidClient` for a revoked wallet; `temporarilyUnavailable` if the status is unavailable.
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
