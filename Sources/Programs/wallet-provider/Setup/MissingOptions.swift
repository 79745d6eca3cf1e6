// SPDX-License-Identifier: EUPL-1.2

import ServerCommands

/// The questions that `init` asks in a terminal, one question for each missing option.
struct MissingOptions {
    private let command: Init

    init(of command: Init) { self.command = command }

    /// Asks and returns the answers as arguments.
    ///
    /// - Throws: `StartError` at the end of the input.
    func asked() throws -> [String] {
        var arguments: [String] = []
        if command.place.publicURL == nil {
            arguments += ["--public-url=" + (try Terminal.ask("Address of the provider for wallets, which never changes (https://…)"))]
        }
        if command.database == nil, let url = try Terminal.askOptional("PostgreSQL address without a password; empty for SQLite") {
            arguments.append("--database=" + url)
            if let file = try Terminal.askOptional("File with the database's password; empty for ~/.pgpass") {
                arguments.append("--database-password-file=" + file)
            }
        }
        arguments += try command.token.asked()
        if !command.apple.isGiven, let app = try Terminal.askOptional("iPhone app, TEAMID.BUNDLE; empty for no iPhones") {
            arguments += ["--apple-app-id=" + app, "--apple-root=" + (try Terminal.ask("File with Apple's App Attestation root (PEM)"))]
            arguments.append("--apple-environment=" + (try Terminal.ask("App Attest environment, production or development")))
        }
        if !command.android.isGiven, let package = try Terminal.askOptional("Android package; empty for no Android phones") {
            arguments += [
                "--android-app-id=" + package, "--android-root=" + (try Terminal.ask("File with Google's attestation roots (PEM or JSON)")),
            ]
            arguments.append("--android-signing-digest=" + (try Terminal.ask("SHA-256 of the app-signing certificate")))
            arguments.append("--android-patch-level=" + (try Terminal.ask("Oldest accepted security patch level (yyyy-mm)")))
            arguments.append(
                "--android-revocation-list=" + (try Terminal.askOptional("Revocation list; empty for Google's") ?? Self.googleList))
        }
        return arguments
    }

    private static let googleList = "https://android.googleapis.com/attestation/status"
}
