// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
package import Foundation
package import HSM
import JOSE
package import ProviderProtocol

/// The wallet provider: who may speak for which wallet, and what a PIN is worth.
///
/// It keeps nothing itself that another one needs, so any number of replicas work on one database and one HSM. Every function takes a
/// request's body and returns an answer's body. What is refused is thrown as a `ProviderProblem`, and nothing else is thrown. When the
/// database or the HSM fails the answer is `unavailable`, never one about the PIN.
///
/// - SeeAlso: the protocol page.
package struct WalletProvider: Sendable {
    /// The operator's settings.
    package let configuration: ProviderConfiguration
    let store: any AccountStore & AuditStore
    let audit: AuditLog
    let hsm: any HSM
    let clock: @Sendable () -> Date
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    let report: @Sendable (any Error) -> Void
    let observe: @Sendable (ProviderEvent) -> Void
    let statusLists = AttestationStatusLists()

    /// Puts a provider together.
    ///
    /// - Parameters:
    ///   - store: holds the accounts and the audit log.
    ///   - clock: the time in tokens, and for the lifetime of an enrolment; waits and all other lifetimes are judged by the store's clock.
    ///   - randomBytes: that many bytes from a cryptographically secure source.
    ///   - report: gets the `HSMError` or `AccountStoreError` behind each `unavailable`; they hold no personal value.
    ///   - observe: gets what an operator may count.
    package init(
        configuration: ProviderConfiguration, store: any AccountStore & AuditStore, hsm: any HSM, clock: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8], report: @escaping @Sendable (any Error) -> Void = { _ in },
        observe: @escaping @Sendable (ProviderEvent) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.store = store
        audit = AuditLog(store: store, hsm: hsm, clock: clock)
        self.hsm = hsm
        self.clock = clock
        self.randomBytes = randomBytes
        self.report = report
        self.observe = observe
    }

    /// Revokes wallets of this provider.
    package var revoker: Revoker { Revoker(store: store, hsm: hsm, clock: clock, report: report) }

    /// The public keys that sign now or have signed before a rotation, by key id.
    ///
    /// - Throws: `ProviderProblem.unavailable`.
    package func publicKeys(for purpose: SigningPurpose) async throws(ProviderProblem) -> [HSMPublicKey] {
        try await reaching { try await hsm.publicKeys(for: purpose) }
    }

    /// The answer of `/keys`: a JWK set, each key with `kid` and `use` (`certificate` or `result`).
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

    /// Removes recorded messages, recoveries and accounts whose time is over. Nothing depends on when this is done: what is over is
    /// not honoured before it is removed either.
    ///
    /// - Throws: `ProviderProblem.unavailable`.
    package func removeExpired() async throws(ProviderProblem) {
        try await reaching {
            try await store.removeExpired(answers: configuration.answerRetention, unusedAccounts: configuration.unusedAccountLifetime)
        }
    }
}

// MARK: - What all parts need

extension WalletProvider {
    var now: Timestamp { Timestamp(clock()) }

    /// Runs something that needs the database or the HSM; its failure is reported and answered `unavailable`. When the deadline of the
    /// request is over it is not begun.
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

    /// Reads something received; what does not parse is refused with that problem.
    func reading<Value>(orRefuse problem: ProviderProblem, _ body: () throws -> Value) throws(ProviderProblem) -> Value {
        do {
            return try body()
        } catch {
            throw problem
        }
    }

    /// A token signed by the newest key of a purpose.
    func sign(_ token: some SignedToken, for purpose: SigningPurpose) async throws(ProviderProblem) -> String {
        try await reaching {
            guard let keyID = try await hsm.publicKeys(for: purpose).first?.keyID else {
                throw HSMError(.keyMissing, "no \(purpose.rawValue) key")
            }
            let header = type(of: token).header(keyID: keyID)
            let payload = token.claims.encode()
            let signature = try await hsm.sign(CompactJWS.signingInput(header: header, payload: payload), with: keyID, for: purpose)
            return try CompactJWS(header: header, payload: payload, signature: signature).serialized
        }
    }

    /// Verifies a token and reads it; anything wrong with it is refused with that problem.
    func verify<Token: SignedToken>(
        _ token: String, as type: Token.Type, orRefuse problem: ProviderProblem
    ) async throws(ProviderProblem) -> Token {
        let received = try reading(orRefuse: problem) { try ReceivedToken<Token>(parsing: token) }
        // By its name, because another replica may have signed with a key that was made a moment ago.
        guard let key = try await reaching({ try await hsm.publicKey(withID: received.keyID, for: .certificate) }) else { throw problem }
        return try reading(orRefuse: problem) { try received.verified(by: key.key) }
    }

    /// The PIN key's mark in a certificate.
    func mark(of pinKey: P256.Signing.PublicKey) async throws(ProviderProblem) -> [UInt8] {
        try await reaching {
            try await hsm.authenticationCode(over: Array(pinKey.rawRepresentation), for: .pinKeyDisclosureProtection)
        }
    }

    /// A PIN key as it is stored.
    func seal(_ pinKey: P256.Signing.PublicKey, of walletID: WalletID) async throws(ProviderProblem) -> [UInt8] {
        try await reaching {
            try await hsm.seal(Array(pinKey.rawRepresentation), for: .pinKeyEncryption, associatedData: Array(walletID.text.utf8))
        }
    }

    /// A PIN key that was stored.
    func open(_ sealedPINKey: [UInt8], of walletID: WalletID) async throws(ProviderProblem) -> P256.Signing.PublicKey {
        try await reaching {
            let opened = try await hsm.open(sealedPINKey, for: .pinKeyEncryption, associatedData: Array(walletID.text.utf8))
            return try P256.Signing.PublicKey(rawRepresentation: opened)
        }
    }

    /// A new certificate of a wallet that has one, about another PIN key.
    func certificate(of message: AuthenticatedMessage, for pinKey: P256.Signing.PublicKey) async throws(ProviderProblem) -> String {
        let certificate = WalletCertificate(
            issuer: configuration.publicURL, issuedAt: now.seconds, walletID: message.claims.walletID,
            deviceKey: message.certificate.deviceKey, pinKeyMark: try await mark(of: pinKey))
        return try await sign(certificate, for: .certificate)
    }
}
