// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import PhoneSimulator

/// The servers that run elsewhere, in place of the demo's own.
struct ExternalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use servers that run elsewhere: the address of their configuration server, which is asked at every start, or the file of the "
                + "signed configuration that names them. Their provider must accept the phone: wallet makers.",
            valueName: "address|jwt"))
    var external: String?

    @Option(
        help: ArgumentHelp(
            "With an address in --external: the TLS roots of that server. Default: the operating system's.", valueName: "pem"))
    var roots: String?

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
        guard external != nil || signers == nil && roots == nil && loginSites.isEmpty && loginRoots == nil else {
            throw ValidationError("--signers, --roots, --login-site and --login-roots need --external")
        }
        guard external == nil || signers != nil else { throw ValidationError("--external and --signers must be given together") }
        if let external {
            switch ExternalDocument(external) {
            case .server: break
            case .file: guard roots == nil else { throw ValidationError("--roots needs an address in --external") }
            case nil: throw ValidationError("an address in --external must be \(ExternalDocument.addressForm)")
            }
        }
        guard loginRoots == nil || !loginSites.isEmpty else { throw ValidationError("--login-roots needs --login-site") }
        guard loginSites.allSatisfy({ BrowserAddress($0)?.origin == $0 }) else {
            throw ValidationError("--login-site must be https://host[:port] in lower case, without a slash at the end")
        }
    }

    /// The servers; nil for the demo's own.
    ///
    /// - Parameter time: the time limit of a configuration server.
    /// - Throws: `StartError` if a file or the configuration server's answer cannot be used; no file is changed.
    func servers(within time: Duration) async throws -> ExternalServers? {
        guard let external = external.flatMap(ExternalDocument.init), let signers else { return nil }
        let trust = try ExternalFile.signers(in: signers)
        let roots = try roots.map { try ExternalFile.roots(in: $0, as: "--roots") }
        let loginRoots = try loginRoots.map { try ExternalFile.roots(in: $0, as: "--login-roots") }
        return try ExternalServers(
            document: await external.read(signedBy: trust, roots: roots, within: time, at: Date()), trust: trust,
            sites: loginSites.map { BrowserSite(origin: $0, roots: loginRoots) })
    }
}
