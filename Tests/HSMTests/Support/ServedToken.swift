// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import HSM
import PKCS11HSM
import Testing

/// A token with keys, opened for service, with results created before the fault.
struct ServedToken {
    enum Operation: String, CaseIterable {
        case sign
        case seal
        case open
        case openAndAuthenticate
        case authenticate
        case makeWalletKey
        case signWithWalletKey
    }

    let hsm: PKCS11HSM
    let key: HSMPublicKey
    let sealed: [UInt8]
    let code: [UInt8]
    let walletKey: WrappedKey

    /// Opens the token with all keys, runs the body, and closes it.
    static func serve(
        _ token: SoftHSMToken, _ module: FaultyModule, _ change: (inout PKCS11Configuration) -> Void = { _ in },
        pauseClock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        report: @escaping @Sendable (HSMRecoveryEvent) -> Void = { _ in }, _ body: (ServedToken) async throws -> Void
    ) async throws {
        var configuration = token.configuration
        change(&configuration)
        let hsm = try await PKCS11HSM(
            configuration, module: module, requiresAllKeys: false, pauseClock: pauseClock, report: report)
        do {
            _ = try await hsm.createKeys()
            try await body(
                ServedToken(
                    hsm: hsm, key: try #require(try await hsm.publicKeys(for: .result).first),
                    sealed: try await hsm.seal([1], for: .pinKeyEncryption, associatedData: []),
                    code: try await hsm.authenticationCode(over: [1], for: .revocationCode),
                    walletKey: try await hsm.makeWalletKey(boundTo: [7])))
        } catch {
            await hsm.close()
            throw error
        }
        await hsm.close()
    }

    /// Performs an operation; returns false for a wrong result.
    func perform(_ operation: Operation) async throws(HSMError) -> Bool {
        switch operation {
        case .sign: return key.key.verifies(try await hsm.sign([1], with: key.keyID, for: .result), over: [1])
        case .seal: return try await hsm.seal([1], for: .pinKeyEncryption, associatedData: []).count == 30
        case .open: return try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: []) == [1]
        case .openAndAuthenticate:
            return try await hsm.openAndAuthenticate(
                sealed, for: .pinKeyEncryption, associatedData: [], authenticatingFor: .revocationCode) == ([1], code)
        case .authenticate: return try await hsm.authenticationCode(over: [1], for: .revocationCode) == code
        case .makeWalletKey:
            let made = try await hsm.makeWalletKey(boundTo: [7])
            return made.publicKey.rawRepresentation != walletKey.publicKey.rawRepresentation && made.wrapped != walletKey.wrapped
        case .signWithWalletKey:
            return walletKey.publicKey.verifies(try await hsm.sign([1], withWrapped: walletKey.wrapped, boundTo: [7]), over: [1])
        }
    }

    /// Returns the outcome of an operation.
    func ending(_ operation: Operation) async -> Result<Bool, HSMError> {
        do throws(HSMError) { return .success(try await perform(operation)) } catch { return .failure(error) }
    }

    /// Returns the outcome of an operation for a request with this time left.
    func ending(_ operation: Operation, within time: Duration) async -> Result<Bool, HSMError> {
        await Deadline.$current.withValue(Deadline(after: time, on: ContinuousClock(), attemptMargin: .zero)) {
            await ending(operation)
        }
    }
}

extension P256.Signing.PublicKey {
    /// Returns true if these 64 bytes are a signature of the key.
    func verifies(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard signature.count == 64, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return isValidSignature(signature, for: bytes)
    }
}
