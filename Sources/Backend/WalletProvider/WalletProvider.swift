// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
package import Foundation
package import HSM
import JOSE
import JSON
package import ProviderProtocol

/// The wallet provider: authenticates the messages of wallets and verifies their PINs.
///
/// It is stateless but for caches, so any number of replicas can share one database and one HSM. Each function takes a request's body and
/// returns an answer's body. The only errors are `ProviderProblem`s. If the database or the HSM fails, the error is `unavailable`, never
/// one about the PIN.
///
/// - SeeAlso: provider-protocol.md; ProviderProtocol.docc.
package struct WalletProvider: Sendable {
    package let configuration: ProviderConfiguration
    let store: any AccountStore & AuditStore
    let audit: AuditLog
    let hsm: any HSM
    let clock: @Sendable () -> Date
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    let report: @Sendable (any Error) -> Void
    let observe: @Sendable (ProviderEvent) -> Void
    let statusLists = AttestationStatusLists()
    let beacons: Beacons
    let certificates: VerifiedCertificates

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: the accounts and the audit log.
    ///   - clock: the time in tokens and for enrolment lifetimes. Waiting periods and all other lifetimes use the store's clock.
    ///   - randomBytes: returns this number of bytes from a cryptographically secure source.
    ///   - certificates: the certificates that were verified, and what is known of their accounts. Each replica has its own.
    ///   - report: receives the `HSMError` or `AccountStoreError` behind each `unavailable`. They contain no personal data.
    ///   - observe: receives the events for the operator's metrics.
    package init(
        configuration: ProviderConfiguration, store: any AccountStore & AuditStore, hsm: any HSM, clock: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8], certificates: VerifiedCertificates = VerifiedCertificates(),
        report: @escaping @Sendable (any Error) -> Void = { _ in },
        observe: @escaping @Sendable (ProviderEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.store = store
        audit = AuditLog(store: store, hsm: hsm, clock: clock)
        self.hsm = hsm
        beacons = Beacons(audience: configuration.publicURL, lifetime: configuration.beaconLifetime, hsm: hsm)
        self.clock = clock
        self.randomBytes = randomBytes
        self.certificates = certificates
        self.report = report
        self.observe = observe
    }

    /// Creates a revoker for this provider's wallets.
    package var revoker: Revoker { Revoker(store: store, hsm: hsm, clock: clock, report: report) }

    /// Returns the public keys of a purpose: those that sign now and those that signed before a rotation.
    ///
    /// - Throws: `ProviderProblem.unavailable`.
    package func publicKeys(for purpose: SigningPurpose) async throws(ProviderProblem) -> [HSMPublicKey] {
        try await reaching { try await hsm.publicKeys(for: purpose) }
    }

    /// Returns the answer of `/keys`: a JWK set, each key with `kid` and `use` (`certificate` or `result`).
    ///
    /// - Throws: `ProviderProblem.unavailable`.
    package func publicKeys() async throws(ProviderProblem) -> [UInt8] {
        var keys: [JSONValue] = []
        for purpose in [SigningPurpose.certificate, .result] {
            for publicKey in try await publicKeys(for: purpose) {
                var object = JWK(publicKey.key).json
                object.set("kid", .string(publicKey.keyID))
                object.set("use", .string(purpose.rawValue))
                keys.append(.object(object))
            }
        }
        return (["keys": .array(keys)] as JSONObject).encode()
    }

    /// Removes expired messages, recoveries and accounts. The time of removal does not matter: expired data is ignored from its expiry on.
    ///
    /// - Throws: `ProviderProblem.unavailable`.
    package func removeExpired() async throws(ProviderProblem) {
        try await reaching {
            try await store.removeExpired(answers: configuration.answerRetention, unusedAccounts: configuration.unusedAccountLifetime)
        }
    }
}

// MARK: - Helpers of all instructions

extension WalletProvider {
    var now: Timestamp { Timestamp(clock()) }

    /// Runs an operation of the database or the HSM. Reports a failure and throws `unavailable`. After the request's deadline the operation
    /// does not start.
    func reaching<Value>(_ body: () async throws -> Value) async throws(ProviderProblem) -> Value {
        do {
            guard !Deadline.forbidsWork else { throw AccountStoreError(.unavailable, "the request's deadline is over") }
            return try await body()
        } catch let problem as ProviderProblem {
            throw problem
        } catch {
            report(error)
            throw .unavailable
        }
    }

    /// Parses received data; on failure throws this problem.
    func reading<Value>(orRefuse problem: ProviderProblem, _ body: () throws -> Value) throws(ProviderProblem) -> Value {
        do {
            return try body()
        } catch {
            throw problem
        }
    }

    /// Returns a token signed by the newest key of a purpose.
    func sign(_ token: some SignedToken, for purpose: SigningPurpose) async throws(ProviderProblem) -> String {
        try await reaching {
            guard let keyID = try await hsm.publicKeys(for: purpose).first?.keyID else {
                throw HSMError(.keyMissing, "no \(purpose.rawValue) key")
            }
            let header = type(of: token).header(keyID: keyID)
            return try await CompactJWS.signed(header: header, payload: token.claims.encode()) {
                try await hsm.sign($0, with: keyID, for: purpose)
            }
            .serialized
        }
    }

    /// Parses and verifies a token; on any failure throws this problem. Also returns the id of the key that signed it.
    func verify<Token: SignedToken>(
        _ token: String, as type: Token.Type, orRefuse problem: ProviderProblem
    ) async throws(ProviderProblem) -> (token: Token, keyID: String) {
        let received = try reading(orRefuse: problem) { try ReceivedToken<Token>(parsing: token) }
        // Look the key up by its id: another replica may have signed with a key created a moment ago.
        guard let key = try await reaching({ try await hsm.publicKey(withID: received.keyID, for: .certificate) }) else { throw problem }
        return (try reading(orRefuse: problem) { try received.verified(by: key.key) }, received.keyID)
    }

    /// Returns the HMAC of a PIN key, as it appears in certificates.
    func mark(of pinKey: P256.Signing.PublicKey) async throws(ProviderProblem) -> [UInt8] {
        try await reaching {
            try await hsm.authenticationCode(over: Array(pinKey.rawRepresentation), for: .pinKeyDisclosureProtection)
        }
    }

    /// Seals a PIN key for storage.
    func seal(_ pinKey: P256.Signing.PublicKey, of walletID: WalletID) async throws(ProviderProblem) -> [UInt8] {
        try await reaching {
            try await hsm.seal(Array(pinKey.rawRepresentation), for: .pinKeyEncryption, associatedData: Array(walletID.text.utf8))
        }
    }

    func open(_ sealedPINKey: [UInt8], of walletID: WalletID) async throws(ProviderProblem) -> P256.Signing.PublicKey {
        try await reaching {
            let opened = try await hsm.open(sealedPINKey, for: .pinKeyEncryption, associatedData: Array(walletID.text.utf8))
            return try P256.Signing.PublicKey(rawRepresentation: opened)
        }
    }

    /// Opens a stored PIN key, and returns it with its HMAC as `mark(of:)` does.
    func openWithMark(
        _ sealedPINKey: [UInt8], of walletID: WalletID
    ) async throws(ProviderProblem) -> (key: P256.Signing.PublicKey, mark: [UInt8]) {
        try await reaching {
            let (opened, mark) = try await hsm.openAndAuthenticate(
                sealedPINKey, for: .pinKeyEncryption, associatedData: Array(walletID.text.utf8),
                authenticatingFor: .pinKeyDisclosureProtection)
            return (try P256.Signing.PublicKey(rawRepresentation: opened), mark)
        }
    }

    /// Returns a new certificate for the wallet of this message with this PIN key.
    func certificate(of message: AuthenticatedMessage, for pinKey: P256.Signing.PublicKey) async throws(ProviderProblem) -> String {
        let certificate = WalletCertificate(
            issuer: configuration.publicURL, issuedAt: now.seconds, walletID: message.claims.walletID,
            deviceKey: message.certificate.deviceKey, pinKeyMark: try await mark(of: pinKey))
        return try await sign(certificate, for: .certificate)
    }
}
