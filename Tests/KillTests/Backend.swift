// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import GRDB
import HSM
import IssuerWorld
import JOSE
import JSON
import KillLink
import OpenID4VCI
import PIDIssuer
import PhoneSimulator
import ProviderProtocol
import ProviderWorld
import Synchronization
import TestParties
import Testing
import VerifierWorld
import WalletConfiguration
import WalletCore
import WalletProvider
import WalletProviderSQLite

/// The backend of the wallets under test, which is not killed: a real provider with a real database, and signed documents, on a clock that only the
/// harness moves. Each worker has its own, so that its contents can be counted.
final class Backend: Sendable {
    static let publicURL = "https://backend.test"

    /// The backend as phones know it.
    let known: Assignment.Backend
    let clock: VirtualClock
    private let provider: WalletProvider
    private let database: DatabaseQueue
    private let documentKey = P256.Signing.PrivateKey()
    private let configuration: ConfigurationDocument
    private let environment: EnvironmentName
    private let attempts = Mutex<(total: Int, byWallet: [String: Int])>((0, [:]))
    /// The issuer of PIDs; nil for flows without one.
    let issuer: IssuerHouse?
    /// The verifier; nil for flows without one.
    let verifier: VerifierHouse?

    /// - Parameter shares: true for a verifier, which needs an issuer.
    init(in directory: URL, issues: Bool = false, shares: Bool = false) async throws {
        // The verifier's certificates begin a day before the time of its world.
        let start = shares ? VerifierWorld.time : Date(timeIntervalSince1970: 1_790_000_000)
        let clock = VirtualClock(base: { start })
        let makers = try Makers.shared
        let devices = try makers.acceptedDevices { try? DevelopmentGoogleCA.revocationList(at: clock.now) }
        let file = directory.appending(path: "provider.sqlite").path
        let hsm = try SoftwareHSM(
            keyFile: directory.appending(path: "hsm.keys").path, secretFile: directory.appending(path: "hsm.secret").path)
        let authority = try DevelopmentIssuerAuthority(name: "wallet providers", now: start)
        issuer =
            issues ? try await IssuerHouse(in: directory.appending(path: "issuer"), clock: clock, walletProviders: authority.root) : nil
        verifier = shares ? issuer.map { VerifierHouse(clock: clock, issuers: $0.world.roots.root) } : nil
        let attestationKey = try #require(try await hsm.publicKeys(for: .attestation).first)
        let chain = [try authority.certify(attestationKey.key, as: "wallet provider", for: .tokens, now: start)]
        provider = WalletProvider(
            try ProviderConfiguration(
                publicURL: Self.publicURL, devices: devices,
                recoveryCodeReader: try issuer.map { try PIDRecoveryCode(roots: [$0.world.roots.root], types: [PIDKind.credentialType]) },
                attestation: try issuer.map { _ in try AttestationSettings(clientID: IssuerHouse.clientID) { _ in chain } }),
            store: try SQLiteAccountStore(path: file, timeouts: .patient, clock: { clock.now }), hsm: hsm,
            clock: { clock.now }, report: { Issue.record($0, "the backend itself") })
        database = try DatabaseQueue(path: file)
        self.clock = clock
        environment = try #require(EnvironmentName("test"))
        // No connection is made, so any root works.
        let address = ServiceAddress(
            url: try #require(WebAddress(base: Self.publicURL)), tlsRoots: [[0x30, 0x81, 0x80] + [UInt8](repeating: 5, count: 128)])
        configuration = ConfigurationDocument(
            provider: ProviderAddress(
                address: address, certificateKeys: try await provider.keysByID(for: .certificate),
                resultKeys: try await provider.keysByID(for: .result)),
            services: Services(configuration: address, updatePolicy: address, pidIssuer: try issuer.map(Self.address)),
            pid: issuer == nil ? nil : Self.pid, sharing: shares ? try Self.sharing : nil,
            universalLinks: [
                .init(kind: .issuanceRedirect, form: .web(host: "wallet.test", port: 443, path: "/back")),
                .init(kind: .disclosure, form: .web(host: "wallet.test", port: 443, path: "/share")),
            ])
        let trust = DocumentTrust(environment: environment, keys: ["k1": JWK(documentKey.publicKey)])
        known = Assignment.Backend(
            appleAuthority: try makers.apple.pemEncoded(), googleAuthority: try makers.google.pemEncoded(),
            configuration: Data(configuration.json.encode()), trust: Data(trust.json.encode()))
    }

    private static let pid = PIDSettings(
        sdJWT: PIDSettings.Kind(configurationID: PIDKind.sdJWT.identifier, type: PIDKind.credentialType),
        mdoc: PIDSettings.Kind(configurationID: PIDKind.mdoc.identifier, type: PIDKind.documentType), timeZone: PIDKind.timeZone)

    private static var sharing: SharingSettings {
        get throws {
            let access = try VerifierWorld.accessRoot.certificate.der
            // No connection is made, so any root works for TLS.
            return SharingSettings(
                accessRoots: [access], registrarRoots: [try VerifierWorld.registrarRoot.certificate.der], tlsRoots: [access])
        }
    }

    private static func address(of issuer: IssuerHouse) throws -> PIDIssuerAddress {
        let roots = [try issuer.world.roots.rootCertificate()]
        let address = ServiceAddress(url: try #require(WebAddress(base: WorldIssuer.url.text)), tlsRoots: roots)
        return PIDIssuerAddress(address: address, documentRoots: roots, clientID: IssuerHouse.clientID)
    }

    // MARK: Requests

    /// Handles a request of a phone.
    func answer(
        _ method: String, _ url: String, _ headers: [Header], _ body: Data, validator: String?
    ) async throws -> Answer {
        if let verifier, let answer = try await verifier.answer(url, body) { return answer }
        if let issuer, let address = HTTPSURL(url), let kind = IssuanceRequest.Method(rawValue: method) {
            let fields = HeaderFields(headers.map { HeaderFields.Field($0.name, $0.value) })
            if let response = try await issuer.answer(IssuanceRequest(method: kind, url: address, headers: fields, body: Array(body))) {
                let type = response.headers.values("Content-Type").first ?? ""
                return .response(
                    status: response.status, mediaType: type, body: Data(response.body), validator: nil,
                    headers: response.headers.fields.map { Header($0.name, $0.value) })
            }
        }
        return try await answer(path: URL(string: url)?.path ?? "", body: body, validator: validator)
    }

    private func answer(path: String, body: Data, validator: String?) async throws -> Answer {
        guard let answer = await provider.answer(path, Array(body)) else { return try document(path, validator) }
        // Not after a beacon: it may be fetched while an attempt that turns out right is still counted.
        if Instruction.allCases.contains(where: { Endpoint.instruction($0).path == path }) { noteAttempts() }
        return .response(
            status: answer.status, mediaType: answer.mediaType, body: Data(answer.body), validator: nil, headers: [])
    }

    /// The total of attempts counted against PINs: an account's number rises with each attempt and falls only after the right PIN.
    var countedAttempts: Int { attempts.withLock { $0.total } }

    private func noteAttempts() {
        let now = try? database.read { database in
            try Row.fetchAll(database, sql: "SELECT wallet_id, attempts FROM account WHERE attempts > 0")
                .reduce(into: [String: Int]()) { $0[$1["wallet_id"]] = $1["attempts"] }
        }
        guard let now else { return }
        attempts.withLock { attempts in
            for (wallet, count) in now { attempts.total += max(0, count - attempts.byWallet[wallet, default: 0]) }
            attempts.byWallet = now
        }
    }

    /// Returns the second edition of a document, under one validator.
    private func document(_ path: String, _ validator: String?) throws(ProviderProblem) -> Answer {
        let validatorNow = "\"2\""
        if validator == validatorNow { return .response(status: 304, mediaType: "", body: Data(), validator: validatorNow, headers: []) }
        let now = Int64(clock.now.timeIntervalSince1970)
        guard let claims = try? DocumentClaims(version: 2, issuedAt: now, expiresAt: now + 300 * 86_400, environment: environment),
            let token = try? token(path, claims)
        else { throw .unavailable }
        return .response(status: 200, mediaType: DocumentEndpoint.mediaType, body: Data(token.utf8), validator: validatorNow, headers: [])
    }

    private func token(_ path: String, _ claims: DocumentClaims) throws -> String {
        if path == DocumentEndpoint.configuration.path {
            return try SignedDocument(signing: configuration, claims: claims, keyID: "k1", key: documentKey).token
        }
        let policy = UpdatePolicy(rules: [UpdateRule(try #require(VersionRange("<2.0.0")), .recommend)])
        return try SignedDocument(signing: policy, claims: claims, keyID: "k1", key: documentKey).token
    }

    // MARK: Contents

    /// The accounts added since an earlier count: used ones, and unused ones, which are removed after a day.
    struct Accounts: Sendable, Equatable {
        /// Ids of accounts that were used and are active.
        var alive: Set<String> = []
        /// Ids of accounts that were never used.
        var orphans: Set<String> = []
        /// Ids of accounts that were revoked or deregistered.
        var ended: Set<String> = []
    }

    /// Returns all accounts.
    func accounts() async throws -> Accounts {
        try await database.read { database in
            var accounts = Accounts()
            for row in try Row.fetchAll(database, sql: "SELECT wallet_id, state, is_used FROM account") {
                let identifier: String = row["wallet_id"]
                if row["state"] != "active" {
                    accounts.ended.insert(identifier)
                } else if row["is_used"] == 1 {
                    accounts.alive.insert(identifier)
                } else {
                    accounts.orphans.insert(identifier)
                }
            }
            return accounts
        }
    }

    func credentialKeys(of wallets: Set<String>) async throws -> Set<String> {
        try await database.read { database in
            var keys: Set<String> = []
            for wallet in wallets {
                let sql = "SELECT key_id FROM wallet_key WHERE wallet_id = ? AND purpose = 'credential'"
                keys.formUnion(try String.fetchAll(database, sql: sql, arguments: [wallet]))
            }
            return keys
        }
    }

    /// Adds keys to wallets.
    ///
    /// - Parameter keys: the identifiers of the new keys, by those of the keys that they are copies of.
    func copyKeys(_ keys: [String: String]) async throws {
        try await database.write { database in
            for (old, new) in keys {
                try database.execute(
                    sql: """
                        INSERT INTO wallet_key (wallet_id, key_id, purpose, public_key, wrapped)
                        SELECT wallet_id, ?, purpose, public_key, wrapped FROM wallet_key WHERE key_id = ?
                        """, arguments: [new, old])
                try #require(database.changesCount == 1)
            }
        }
    }

    /// Revokes the account with a deletion code.
    ///
    /// - Returns: true if there is such an account.
    func revoke(with code: String) async throws -> Bool {
        try await provider.revoker.revoke(with: RevocationCode(parsing: code), by: .portal) != nil
    }

    /// Lets a day pass and removes unused data.
    func letADayPass() async throws {
        clock.advance(by: 86_401)
        try await provider.removeExpired()
    }
}
