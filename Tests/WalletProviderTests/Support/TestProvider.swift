// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import DeviceAttestation
import Foundation
import HSM
import JOSE
import JSON
import PhoneSimulator
import ProviderProtocol
import ProviderWorld
import TestEnvironment
import TestParties
import Testing
import WalletProvider
import WalletProviderHTTP
import WalletProviderSQLite

/// A provider with real parts except the clock, and switches that make its parts fail.
struct TestProvider: Sendable {
    static let publicURL = "https://provider.example"
    static let appID = Makers.appID
    static let androidApp = Makers.androidApp
    static var patchLevel: PatchLevel { get throws { try Makers.shared.patchLevel } }

    let directory: TemporaryDirectory
    let clock: TestClock
    let hsm: FlakyHSM
    let store: FlakyStore
    let authority: DevelopmentAppleCA
    let google: DevelopmentGoogleCA
    let revocation: TestRevocationList
    let pidIssuer: TestPIDIssuer
    let provider: WalletProvider

    init(
        policy: PINRetryPolicy = .standard, maximumKeys: Int = 2000, readsPIDs: Bool = true, isInMemory: Bool = true,
        observe: @escaping @Sendable (ProviderEvent) -> Void = { _ in }, measuredBy metrics: ProviderMetrics? = nil
    ) throws {
        directory = try TemporaryDirectory(isInMemory: isInMemory)
        clock = TestClock()
        hsm = FlakyHSM(try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret")))
        store = FlakyStore(
            try SQLiteAccountStore(path: directory.path("accounts.sqlite"), timeouts: .patient, clock: { [clock] in clock.now }))
        authority = try Makers.shared.apple
        google = try Makers.shared.google
        revocation = TestRevocationList(clock)
        pidIssuer = TestPIDIssuer()
        let configuration = try ProviderConfiguration(
            publicURL: Self.publicURL, devices: try Makers.shared.acceptedDevices(.production) { [revocation] in revocation.current },
            pinPolicy: policy, maximumKeys: maximumKeys, recoveryCodeReader: readsPIDs ? pidIssuer : nil,
            attestation: try AttestationSettings(clientID: "https://wallet.example/app", walletName: "Wallet") { _ in [[0x30, 0]] })
        provider = WalletProvider(
            configuration, store: metrics.map { [store] in MeasuredStore(store, $0) } ?? store,
            hsm: metrics.map { [hsm] in MeasuredHSM(hsm, $0) } ?? hsm, clock: { [clock] in clock.now }, observe: observe)
    }

    /// Creates the same provider on a different store, as after a restart.
    init(
        _ former: TestProvider, on store: any AccountStore & AuditStore, observe: @escaping @Sendable (ProviderEvent) -> Void = { _ in },
        measuredBy metrics: ProviderMetrics? = nil
    ) {
        (directory, clock, hsm, authority, google) = (former.directory, former.clock, former.hsm, former.authority, former.google)
        (revocation, pidIssuer) = (former.revocation, former.pidIssuer)
        self.store = FlakyStore(store)
        provider = WalletProvider(
            former.provider.configuration, store: metrics.map { [store = self.store] in MeasuredStore(store, $0) } ?? self.store,
            hsm: metrics.map { [hsm] in MeasuredHSM(hsm, $0) } ?? hsm, clock: { [clock] in clock.now }, observe: observe)
    }

    /// Creates a second provider on the same parts, as a replica or after a restart; by default with the same settings.
    func another(
        _ configuration: ProviderConfiguration? = nil, behind store: (any AccountStore & AuditStore)? = nil,
        certificates: VerifiedCertificates = VerifiedCertificates(), report: @escaping @Sendable (any Error) -> Void = { _ in },
        observe: @escaping @Sendable (ProviderEvent) -> Void = { _ in }
    ) -> WalletProvider {
        WalletProvider(
            configuration ?? provider.configuration, store: store ?? self.store, hsm: hsm, clock: { [clock] in clock.now },
            certificates: certificates, report: report, observe: observe)
    }

    /// Creates a provider with the same keys and database under a different public URL.
    func elsewhere() throws -> WalletProvider {
        another(try ProviderConfiguration(publicURL: "https://other.example", devices: provider.configuration.devices))
    }

    var auditLog: AuditLog { AuditLog(store: store, hsm: hsm, clock: { [clock] in clock.now }) }

    var revoker: Revoker { provider.revoker }

    // MARK: Phone's side

    /// Requests an enrolment challenge; the phone takes its wallet id.
    func enroll(_ phone: inout TestPhone) async throws -> String {
        let challenge = try SingleMemberAnswer(parsing: try await provider.enroll(Array("{}".utf8)), expecting: .challenge).value
        phone.walletID = try await verified(challenge, as: EnrolmentChallenge.self).walletID
        return challenge
    }

    func registeredPhone(_ kind: PhoneKind = .iPhone) async throws -> TestPhone {
        var phone = kind == .iPhone ? TestPhone() : try .android()
        let challenge = try await enroll(&phone)
        let request =
            switch kind {
            case .iPhone: try phone.registration(challenge: challenge, by: authority, now: clock.now)
            case .android: try phone.androidRegistration(challenge: challenge, by: google, now: clock.now)
            }
        phone.certificate = try await register(request).certificate
        return phone
    }

    func register(_ request: ProviderRequest) async throws -> RegistrationAnswer {
        try RegistrationAnswer(parsing: try await provider.createWallet(request.encode()))
    }

    /// Tries a PIN with the current beacon and returns the problem; nil if it was right.
    func tryPIN(_ phone: inout TestPhone, right: Bool) async throws -> ProviderProblem? {
        await problem(of: try phone.checkPIN(try await beacon(), pinKey: right ? nil : P256.Signing.PrivateKey()))
    }

    /// Returns the problem of a `check_pin` request; nil if there is none.
    func problem(of request: ProviderRequest) async -> ProviderProblem? {
        do throws(ProviderProblem) {
            _ = try await provider.perform(.checkPIN, request.encode())
            return nil
        } catch {
            return error
        }
    }

    // MARK: Test's view

    func account(of phone: TestPhone) async throws -> Account {
        try #require(try await store.account(of: phone.walletID))
    }

    func verified<Token: SignedToken>(_ token: String, as: Token.Type, by purpose: SigningPurpose = .certificate) async throws -> Token {
        let keys = try await provider.publicKeys(for: purpose)
        return try Token(verifying: token, keys: Dictionary(uniqueKeysWithValues: keys.map { ($0.keyID, $0.key) }))
    }

    /// Signs a token with the provider's key, for messages with forged contents.
    func sign(_ token: some SignedToken, for purpose: SigningPurpose = .certificate) async throws -> String {
        let keyID = try #require(try await hsm.publicKeys(for: purpose).first).keyID
        let header = type(of: token).header(keyID: keyID)
        let payload = token.claims.encode()
        let signature = try await hsm.sign(CompactJWS.signingInput(header: header, payload: payload), with: keyID, for: purpose)
        return try CompactJWS(header: header, payload: payload, signature: signature).serialized
    }
}
