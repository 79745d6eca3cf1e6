// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import PhoneSimulator

/// The servers that run elsewhere, in place of the demo's own.
struct ExternalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use servers that run elsewhere: the signed configuration that names them. Their provider must accept the phone: wallet makers.",
            valueName: "jwt"))
    var external: String?

    @Option(help: ArgumentHelp("With --external: the public keys that sign its configurations and update policies.", valueName: "json"))
    var signers: String?

    @Option(
        name: .customLong("login-site"),
        help: ArgumentHelp(
            "With --external: a site that the phone's browser may open besides the issuer's, such as the login provider's; may be repeated.",
            valueName: "https://host[:port]"))
    var loginSites: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --login-site: the TLS roots of those sites. Default: the operating system's.", valueName: "pem"))
    var loginRoots: String?

    func validate() throws {
        guard external != nil || signers == nil && loginSites.isEmpty && loginRoots == nil else {
            throw ValidationError("--signers, --login-site and --login-roots need --external")
        }
        guard external == nil || signers != nil else { throw ValidationError("--external and --signers must be given together") }
        guard loginRoots == nil || !loginSites.isEmpty else { throw ValidationError("--login-roots needs --login-site") }
        guard loginSites.allSatisfy({ BrowserAddress($0)?.origin == $0 }) else {
            throw ValidationError("--login-site must be https://host[:port] in lower case, without a slash at the end")
        }
    }

    /// The servers; nil for the demo's own.
    ///
    /// - Throws: `StartError` if a file cannot be used; no file is changed.
    func servers() throws -> ExternalServers? {
        guard let external, let signers else { return nil }
        return try ExternalServers(configuration: external, signers: signers, loginSites: loginSites, loginRoots: loginRoots)
    }
}
