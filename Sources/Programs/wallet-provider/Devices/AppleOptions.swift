// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DeviceAttestation
import ServerCommands
import ServerState

/// The accepted iPhones; none unless all three options are given.
struct AppleOptions: ParsableArguments {
    @Option(
        name: .customLong("apple-root"),
        help: ArgumentHelp("iPhones: a trusted root of attestations; may be repeated.", valueName: "pem"))
    var roots: [String] = []

    @Option(name: .customLong("apple-app-id"), help: "iPhones: the only accepted app: team id, a dot, bundle id.")
    var appID: String?

    @Option(name: .customLong("apple-environment"), help: "iPhones: the only accepted App Attest environment.")
    var environment: AppAttestEnvironment?

    var isGiven: Bool { !roots.isEmpty || appID != nil || environment != nil }

    func validate() throws {
        guard isGiven else { return }
        guard !roots.isEmpty, let appID, environment != nil else {
            throw ValidationError("--apple-root, --apple-app-id and --apple-environment must be given together")
        }
        guard AppID(parsing: appID) != nil else {
            throw ValidationError("--apple-app-id must be a team id of ten characters, a dot and a bundle id")
        }
    }

    /// The verifier for iPhones; nil if they are not accepted.
    ///
    /// - Throws: `StartError` if a file cannot be read or must not be trusted.
    func verifier(allowsDevelopment: Bool) throws -> AppAttestVerifier? {
        guard let environment, let appID = appID.flatMap(AppID.init(parsing:)) else { return nil }
        let roots = try roots.flatMap { try InputFile(path: $0).roots(allowsDevelopment: allowsDevelopment, mustBeRoots: true) }
        return AppAttestVerifier(roots: roots, appID: appID, environment: environment)
    }
}
