// SPDX-License-Identifier: EUPL-1.2

import BlockingWork
import CPKCS11
import Crypto
package import Foundation
package import HSM
import Synchronization

/// An HSM whose keys are on a token behind a PKCS#11 module.
///
/// The keys never leave the token: P-256 with `CKM_ECDSA` over a hash computed here, AES-256 with `CKM_AES_GCM`, and `CKM_SHA256_HMAC`. A
/// pool of threads executes the calls (see `WorkerPool`). If the session, login, token or module is lost, the connection is established
/// again and the call repeated once. A call that still fails or takes too long is `unavailable`; the next call tries again. A module that
/// keeps failing gets a new login, and then is initialised again (see `TokenRecovery`).
///
/// - SeeAlso: `TokenCatalogue` for labels and ids of the keys.
package final class PKCS11HSM: HSM {
    /// The list of keys in use, with the time of its reading.
    struct Listing: Sendable {
        let catalogue: TokenCatalogue
        let readAt: Date
        /// True while a caller reads the list again. Other callers use the old list until then.
        var isBeingRead = false
    }

    let configuration: PKCS11Configuration
    let clock: @Sendable () -> Date
    let pool: WorkerPool<TokenSession>
    let listing: Mutex<Listing?>

    /// Opens the module and the token and reads the list of keys.
    ///
    /// - Parameters:
    ///   - requiresAllKeys: false for administration, where keys may be missing.
    ///   - clock: the time for new keys, for the expiry of keys and for the age of the key list.
    ///   - pauseClock: the clock of the pauses between attempts to connect again.
    ///   - report: receives the attempts to connect again. Called on a thread of the pool; must not block.
    /// - Throws: `HSMError`: `file` if the module does not exist, `unavailable` if the token is unreachable, `accessDenied` if it rejects
    ///   the PIN, `keyMissing` naming the first missing key, `keyUnfit` naming a key with wrong properties.
    package convenience init(
        _ configuration: PKCS11Configuration, requiresAllKeys: Bool = true, clock: @escaping @Sendable () -> Date = { Date() },
        pauseClock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        report: @escaping @Sendable (HSMRecoveryEvent) -> Void = { _ in }
    ) async throws(HSMError) {
        let module = try PKCS11Module(path: configuration.modulePath)
        try await self.init(
            configuration, module: module, requiresAllKeys: requiresAllKeys, clock: clock, pauseClock: pauseClock, report: report)
    }

    /// Does the same with an open module.
    package init(
        _ configuration: PKCS11Configuration, module: any Cryptoki, requiresAllKeys: Bool = true,
        clock: @escaping @Sendable () -> Date = { Date() },
        pauseClock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        report: @escaping @Sendable (HSMRecoveryEvent) -> Void = { _ in }
    ) async throws(HSMError) {
        var configuration = configuration
        configuration.sessions = min(max(configuration.sessions, 1), 64)
        configuration.queueLimit = min(max(configuration.queueLimit, 1), 100_000)
        self.configuration = configuration
        self.clock = clock
        let connection = TokenConnection(module: module, configuration: configuration, now: pauseClock, report: report)
        pool = WorkerPool(
            PoolLimits(
                name: "hsm", threads: configuration.sessions, queue: configuration.queueLimit, time: configuration.callTimeLimit,
                callsAreShort: true, workersKeepDeadlines: false),
            makeWorker: { TokenSession(module: module, connection: connection) },
            endWorker: { session in session.end() },
            whenEnded: { connection.disconnect() })
        listing = Mutex(nil)
        do throws(HSMError) {
            if let missing = try await readCatalogue().missing.first, requiresAllKeys {
                throw HSMError(.keyMissing, "no key \(configuration.labelPrefix + missing.name) on the token \(configuration.tokenLabel)")
            }
        } catch {
            await close()
            throw error
        }
    }

    deinit { pool.stop() }

    /// Ends threads, sessions and module after the calls in progress, at the latest after the time limit. Later calls are `unavailable`.
    package func close() async {
        pool.stop()
        await pool.ended()
    }
}

// MARK: - Operations

extension PKCS11HSM {
    /// Returns the public keys from a list at most `refreshInterval` old, newest first.
    package func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] {
        let now = clock()
        let keys = try await catalogue(maximumAge: configuration.refreshInterval).signing[purpose]?.filter { !$0.isExpired(at: now) } ?? []
        guard !keys.isEmpty else { throw HSMError(.keyMissing, "no key \(configuration.labelPrefix + purpose.rawValue)") }
        return keys.map(\.publicKey)
    }

    /// Returns the public key with this id. An unknown id reads the list again if it is more than a second old.
    package func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey? {
        try await signingKey(keyID, for: purpose)?.publicKey
    }

    /// Hashes the bytes here and signs on the token.
    package func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        guard let found = try await signingKey(keyID, for: purpose), !found.id.isNext else {
            throw HSMError(.keyMissing, "no \(purpose.rawValue) key with this id")
        }
        let digest = Array(SHA256.hash(data: bytes))
        do throws(HSMError) {
            return try await sign(digest, with: found.key)
        } catch {
            // A rotation changes the `CKA_ID` of the previous keys. Find the key again by its new id.
            guard error.code == .keyMissing,
                let renamed = try await readCatalogue().signing[purpose]?.first(where: { $0.publicKey.keyID == keyID })
            else { throw error }
            return try await sign(digest, with: renamed.key)
        }
    }

    private func sign(_ digest: [UInt8], with key: TokenKey) async throws(HSMError) -> [UInt8] {
        try await pool.perform { session, handle in
            let signature = try session.module.sign(handle, mechanism: CKM_ECDSA, key: session.handle(of: key), digest, limit: 64)
            guard signature.count == 64 else { throw HSMError(.unavailable, "a signature of another length") }
            return signature
        }
    }

    /// Computes an HMAC-SHA-256 on the token.
    package func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        let key = secretKey(.authentication(purpose))
        return try await performing { session, handle in try Self.code(over: bytes, under: key, &session, handle) }
    }

    private static func code(over bytes: [UInt8], under key: TokenKey, _ session: inout TokenSession, _ handle: UInt) throws -> [UInt8] {
        let code = try session.module.sign(handle, mechanism: CKM_SHA256_HMAC, key: session.handle(of: key), bytes, limit: 32)
        guard code.count == 32 else { throw HSMError(.unavailable, "an authentication code of another length") }
        return code
    }

    /// Seals on the token, with a nonce from the token's random numbers.
    package func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        let key = secretKey(.encryption(purpose))
        return try await performing { session, handle in try Sealing.seal(plaintext, associatedData, under: key, &session, handle) }
    }

    /// Opens on the token.
    package func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        let key = secretKey(.encryption(purpose))
        return try await performing { session, handle in try Sealing.open(sealed, associatedData, under: key, &session, handle) }
    }

    /// Opens and computes the HMAC on the token, in one call of the pool.
    package func openAndAuthenticate(
        _ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8], authenticatingFor authentication: AuthenticationPurpose
    ) async throws(HSMError) -> (plaintext: [UInt8], code: [UInt8]) {
        let (key, codeKey) = (secretKey(.encryption(purpose)), secretKey(.authentication(authentication)))
        return try await performing { session, handle in
            let plaintext = try Sealing.open(sealed, associatedData, under: key, &session, handle)
            return (plaintext, try Self.code(over: plaintext, under: codeKey, &session, handle))
        }
    }

    /// Runs an operation with keys that are never renamed. If the key is missing, the whole list is read first, to distinguish a missing
    /// key from a lost token.
    private func performing<Value: Sendable>(
        _ body: @escaping @Sendable (inout TokenSession, UInt) throws -> Value
    ) async throws(HSMError) -> Value {
        do throws(HSMError) {
            return try await pool.perform(body)
        } catch {
            guard error.code == .keyMissing, listing.withLock({ $0 != nil }) else { throw error }
            _ = try await readCatalogue()
            return try await pool.perform(body)
        }
    }

    /// Returns the key of a purpose that has only one key.
    func secretKey(_ purpose: KeyPurpose) -> TokenKey {
        .secret(label: configuration.labelPrefix + purpose.name, purpose)
    }
}

// MARK: - List of keys

extension PKCS11HSM {
    /// Reads the list of keys and stores it.
    func readCatalogue() async throws(HSMError) -> TokenCatalogue {
        let catalogue = try await readCatalogue(triesLeft: 3)
        listing.withLock { $0 = Listing(catalogue: catalogue, readAt: clock()) }
        return catalogue
    }

    /// Reads the list of keys; repeats this if a rotation renamed a key in between.
    private func readCatalogue(triesLeft: Int) async throws(HSMError) -> TokenCatalogue {
        let prefix = configuration.labelPrefix
        let former = listing.withLock { $0?.catalogue }
        do throws(HSMError) {
            return try await pool.perform { session, handle in
                let catalogue = try TokenCatalogue(reading: &session, handle, prefix: prefix)
                // Keys are never deleted. If a purpose has lost all its keys, the token is incomplete and must not be used.
                guard former?.hasKeys(missingIn: catalogue) != true else {
                    throw CryptokiFailure("the list of keys", CKR_TOKEN_NOT_PRESENT)
                }
                return catalogue
            }
        } catch {
            guard error.code == .keyMissing, triesLeft > 1 else { throw error }
            return try await readCatalogue(triesLeft: triesLeft - 1)
        }
    }

    /// Returns the list of keys, read again if older than this number of seconds. While one caller reads it, other callers use the old
    /// list, up to twice this age.
    private func catalogue(maximumAge: Double) async throws(HSMError) -> TokenCatalogue {
        let now = clock()
        let known = listing.withLock { listing -> TokenCatalogue? in
            guard let known = listing else { return nil }
            let age = now.timeIntervalSince(known.readAt)
            if (0..<maximumAge).contains(age) || known.isBeingRead && (0..<maximumAge * 2).contains(age) { return known.catalogue }
            listing?.isBeingRead = true
            return nil
        }
        if let known { return known }
        do throws(HSMError) {
            return try await readCatalogue()
        } catch {
            listing.withLock { $0?.isBeingRead = false }
            throw error
        }
    }

    private func signingKey(_ keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> TokenCatalogue.SigningKey? {
        let now = clock()
        for maximumAge in [configuration.refreshInterval, min(configuration.refreshInterval, 1)] {
            let keys = try await catalogue(maximumAge: maximumAge).signing[purpose] ?? []
            if let key = keys.first(where: { $0.publicKey.keyID == keyID }) { return key.isExpired(at: now) ? nil : key }
        }
        return nil
    }
}
