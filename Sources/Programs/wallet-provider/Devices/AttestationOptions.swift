// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import ServerCommands
import ServerState
import SwiftASN1
import WalletProvider
import X509

/// The options for wallet attestations; without certificates, wallets are not attested.
struct AttestationOptions: ParsableArguments {
    @Option(
        name: .customLong("attestation-certificate"),
        help: ArgumentHelp(
            """
            The certificate of an attestation key in the HSM and its chain, without the root; may be repeated. `keys export attestation` prints \
            the key to certify.
            """, valueName: "pem"))
    var certificates: [String] = []

    @Option(
        name: .customLong("attestation-client-id"),
        help: ArgumentHelp("The client_id of all wallets of this provider.", valueName: "client_id"))
    var clientID: String?

    @Option(
        name: .customLong("attestation-wallet-name"),
        help: ArgumentHelp("The wallet's name, displayed by issuers.", valueName: "name"))
    var walletName: String?

    @Option(
        name: .customLong("attestation-lifetime"),
        help: ArgumentHelp("The lifetime of an attestation: 60 to 86400 seconds. Default: 3600", valueName: "seconds"))
    var lifetime: Int64?

    @Option(
        name: .customLong("key-attestation-storage"),
        help: ArgumentHelp(
            "The attack resistance of the HSM, such as iso_18045_high, for issuers that require key attestations; may be repeated.",
            valueName: "value"))
    var keyStorage: [String] = []

    @Option(
        name: .customLong("key-attestation-authentication"),
        help: ArgumentHelp(
            "The attack resistance of the PIN check, for issuers that require key attestations; may be repeated.",
            valueName: "value"))
    var userAuthentication: [String] = []

    func validate() throws {
        guard certificates.isEmpty == (clientID == nil) else {
            throw ValidationError("--attestation-certificate and --attestation-client-id must be given together")
        }
        guard let clientID else {
            guard walletName == nil, lifetime == nil, keyStorage.isEmpty, userAuthentication.isEmpty else {
                throw ValidationError(
                    "--attestation-wallet-name, --attestation-lifetime and --key-attestation-… need --attestation-certificate")
            }
            return
        }
        do {
            _ = try settings(clientID) { _ in [] }
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// The settings of attestations; nil if wallets are not attested.
    ///
    /// - Throws: `StartError` if a file cannot be read, `ConfigurationError` for certificates that issuers would refuse, and `HSMError`.
    func settings(of hsm: any HSM, now: Date) async throws -> AttestationSettings? {
        guard let clientID else { return nil }
        let found = try AttestationCertificates(chains(), of: try await hsm.publicKeys(for: .attestation), at: now)
        return try settings(clientID) { found.chain(ofKey: $0) }
    }

    /// Reads the certificates' files.
    ///
    /// - Throws: `StartError` naming the file that cannot be read.
    func chains() throws -> [[Certificate]] {
        try certificates.map { path throws in
            let file = try InputFile(path: path).certificates()
            let chain = file.compactMap { try? Certificate(derEncoded: $0) }
            guard chain.count == file.count else { throw StartError("\(path) contains something other than certificates") }
            return chain
        }
    }

    /// The expiry of the attestation key's certificate; nil if wallets are not attested.
    ///
    /// - Throws: `HSMError`.
    static func expiry(of settings: AttestationSettings?, _ hsm: any HSM) async throws -> Date? {
        guard let settings, let key = try await hsm.publicKeys(for: .attestation).first, let leaf = settings.certificates(key.keyID).first
        else { return nil }
        return (try? Certificate(derEncoded: leaf))?.notValidAfter
    }

    private func settings(
        _ clientID: String, _ certificates: @escaping @Sendable (_ keyID: String) -> [[UInt8]]
    ) throws -> AttestationSettings {
        try AttestationSettings(
            clientID: clientID, walletName: walletName, lifetime: lifetime ?? 3600, keyStorage: keyStorage,
            userAuthentication: userAuthentication, certificates: certificates)
    }
}
