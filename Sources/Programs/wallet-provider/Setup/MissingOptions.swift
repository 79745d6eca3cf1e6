// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ServerCommands
import ServerState

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
            let url = try Terminal.ask("Address of the provider for wallets, which never changes (https://…)", Init.check(publicURL:))
            arguments.append("--public-url=" + url)
        }
        if command.database == nil { arguments += try database() }
        arguments += try command.token.asked()
        let iPhones = try command.apple.isGiven ? [] : apple()
        arguments += iPhones
        // A provider accepts at least one kind of phone.
        let isNeeded = !command.apple.isGiven && iPhones.isEmpty
        if !command.android.isGiven { arguments += try android(isNeeded: isNeeded) }
        return arguments
    }

    private func database() throws -> [String] {
        let url = try Terminal.askOptional("PostgreSQL address without a password; empty for SQLite") {
            try BackendOptions.check($0, for: "database", with: ["state": command.place.directory])
        }
        guard let url else { return [] }
        let file = try Terminal.askOptional("File with the database's password; empty for ~/.pgpass") {
            _ = try SecretFile(path: $0).firstLine()
        }
        return ["--database=" + url] + (file.map { ["--database-password-file=" + $0] } ?? [])
    }

    private func apple() throws -> [String] {
        // Values of the other options while one answer is checked.
        let others = ["apple-app-id": "ABCDE12345.example", "apple-root": "root.pem", "apple-environment": "production"]
        let app = try Terminal.askOptional("iPhone app, TEAMID.BUNDLE; empty for no iPhones") {
            try AppleOptions.check($0, for: "apple-app-id", with: others)
        }
        guard let app else { return [] }
        let root = try Terminal.ask("File with Apple's App Attestation root (PEM)", checkRoots)
        let environment = try Terminal.ask("App Attest environment, production or development") {
            try AppleOptions.check($0, for: "apple-environment", with: others)
        }
        return ["--apple-app-id=" + app, "--apple-root=" + root, "--apple-environment=" + environment]
    }

    private func android(isNeeded: Bool) throws -> [String] {
        let others = [
            "android-app-id": "example", "android-root": "roots.pem", "android-signing-digest": String(repeating: "0", count: 64),
            "android-patch-level": "2025-01", "android-revocation-list": Self.googleList,
        ]
        func check(_ option: String) -> (String) throws -> Void {
            { try AndroidOptions.check($0, for: option, with: others) }
        }
        let package =
            try isNeeded
            ? Terminal.ask("Android package; needed, because there are no iPhones")
            : Terminal.askOptional("Android package; empty for no Android phones")
        guard let package else { return [] }
        let root = try Terminal.ask("File with Google's attestation roots (PEM or JSON)", checkRoots)
        let digest = try Terminal.ask("SHA-256 of the app-signing certificate", check("android-signing-digest"))
        let patchLevel = try Terminal.ask("Oldest accepted security patch level (yyyy-mm)", check("android-patch-level"))
        let list = try Terminal.askOptional("Revocation list; empty for Google's", check("android-revocation-list"))
        return [
            "--android-app-id=" + package, "--android-root=" + root, "--android-signing-digest=" + digest,
            "--android-patch-level=" + patchLevel, "--android-revocation-list=" + (list ?? Self.googleList),
        ]
    }

    /// Checks a file of roots of phones, as `serve` does.
    private func checkRoots(_ path: String) throws {
        _ = try InputFile(path: path).roots(allowsDevelopment: command.allowDevelopmentRoots, mustBeRoots: true)
    }

    private static let googleList = "https://android.googleapis.com/attestation/status"
}
