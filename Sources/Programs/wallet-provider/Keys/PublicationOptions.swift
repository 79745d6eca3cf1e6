// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import ServerCommands
import ServerState
import SwiftASN1
import X509

/// The files that show whether a next key has been published.
struct PublicationOptions: ParsableArguments {
    @Option(
        name: .customLong("configuration"),
        help: ArgumentHelp("The file of the signed configuration that is served to phones.", valueName: "jwt"))
    var served: String?

    @Option(help: ArgumentHelp("The public keys that phones trust for configurations.", valueName: "json"))
    var signers: String?

    @Option(
        name: .customLong("former-configuration"),
        help: ArgumentHelp("The preceding signed configuration, if its poll interval is longer.", valueName: "jwt"))
    var former: String?

    @Option(
        name: .customLong("attestation-certificate"),
        help: ArgumentHelp("For the attestation key: the certificate that all servers use; repeat for each key.", valueName: "pem"))
    var certificates: [String] = []

    func validate() throws {
        guard (served == nil) == (signers == nil) else { throw ValidationError("--configuration and --signers must be given together") }
        guard former == nil || served != nil else { throw ValidationError("--former-configuration needs --configuration") }
    }

    /// Determines the state of publication of a purpose's next key.
    ///
    /// - Throws: `StartError` if there is no next key or a file cannot be used; `HSMError`.
    func publication(
        of key: KeyPurposeArgument, in hsm: any HSM & KeyAdministration, now: Date
    ) async throws -> (KeyPublication, next: KeyDescription) {
        let purpose = key.purpose
        guard let next = try await hsm.list().first(where: { $0.purpose == .signing(purpose) && $0.state == .next }) else {
            throw key.noNextKey
        }
        let known = try await hsm.publicKeys(for: purpose)
        guard let active = known.first, let nextKey = known.first(where: { $0.keyID == next.keyID }) else {
            throw StartError("There is no \(purpose.rawValue) key that signs. Make it with: wallet-provider keys create")
        }
        let keys = KeyPublication.Keys(purpose: purpose, next: nextKey, active: active)
        switch purpose {
        case .attestation: return (KeyPublication(of: keys, certifiedBy: try chains(), now: now), next)
        case .certificate, .result:
            let trust = try signers.map(PublishedConfiguration.trust)
            let published = try trust.flatMap { trust throws in
                try served.map { path throws in try PublishedConfiguration(path: path, trusting: trust, at: now) }
            }
            let formerPollSeconds = try trust.flatMap { trust throws in
                try former.map { path throws in try PublishedConfiguration.pollSeconds(path: path, trusting: trust) }
            }
            return (KeyPublication(of: keys, in: published, formerPollSeconds: formerPollSeconds, now: now), next)
        }
    }

    private func chains() throws -> [[Certificate]] {
        try certificates.map { path throws in
            let file = try InputFile(path: path).certificates()
            let chain = file.compactMap { try? Certificate(derEncoded: $0) }
            guard chain.count == file.count else { throw StartError("\(path) contains something other than certificates") }
            return chain
        }
    }
}
