// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import OAuthMessages
import OpenID4VP
import ServerCommands
import ServerState
import WalletVerifier

/// The first party of a new verifier, as for `wallet-verifier party add`.
struct SetupParty: ParsableArguments {
    @Option(name: .customLong("party"), help: "The party's name: 1 to 64 letters, digits, - and _.")
    var name: String?

    @Option(help: ArgumentHelp("The access certificate and its chain, without the root.", valueName: "pem"))
    var certificate: String?

    @Option(help: ArgumentHelp("The key of the access certificate (P-256).", valueName: "pem"))
    var key: String?

    @Option(help: ArgumentHelp("The registration certificate, a compact JWS.", valueName: "file"))
    var registration: String?

    @Option(
        name: .customLong("return-url"),
        help: ArgumentHelp("Addresses that begin so may be the return_url of a session; may be repeated.", valueName: "url"))
    var returnURLs: [String] = []

    func validate() throws {
        guard (name == nil) == (certificate == nil), (name == nil) == (key == nil) else {
            throw ValidationError("--party, --certificate and --key must be given together")
        }
        guard name != nil || (registration == nil && returnURLs.isEmpty) else {
            throw ValidationError("--registration and --return-url need --party")
        }
        if let name { try Self.check(name: name) }
        guard returnURLs.allSatisfy({ HTTPSURL($0) != nil }) else { throw ValidationError("--return-url is an https address") }
    }

    /// Asks for a party. Returns the answers as arguments; none for no party.
    ///
    /// - Throws: `StartError` at the end of the input.
    static func asked() throws -> [String] {
        guard let name = try Terminal.askOptional("Name of the first party; empty for none", check(name:)) else { return [] }
        let certificate = try Terminal.ask("File with its access certificate and chain (PEM)") {
            _ = try TrustOptions.certificates(in: [$0])
        }
        let key = try Terminal.ask("File with the key of that certificate (PEM)") { try SecretFile(path: $0).check() }
        let registration = try Terminal.askOptional("File with its registration certificate; empty for none") {
            _ = try InputFile(path: $0).bytes()
        }
        return ["--party=" + name, "--certificate=" + certificate, "--key=" + key] + (registration.map { ["--registration=" + $0] } ?? [])
    }

    /// Reads the party; nil without one.
    ///
    /// - Throws: `StartError` naming a file that cannot be read, or a key that others may read.
    func read() throws -> NewParty? {
        guard let name, let certificate, let key else { return nil }
        try SecretFile(path: key).check()
        let use = PartyUse(
            name: "default", sessionTypes: [.sameDevice, .crossDevice], returnURLs: returnURLs.compactMap { HTTPSURL($0) },
            acceptsUnknownStatus: false)
        return try NewParty(name, NewParty.Given(certificate: certificate, key: key, registration: registration), use: use)
    }

    private static func check(name: String) throws {
        guard PartyDescription.isName(name) else { throw ValidationError("a party's name is 1 to 64 letters, digits, - and _") }
    }
}
