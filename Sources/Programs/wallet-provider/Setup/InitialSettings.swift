// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import DeviceAttestation
import JSON
import ServerCommands

/// The settings file of a new provider, with a comment for each part.
struct InitialSettings {
    let text: String

    /// - Parameter roots: the paths of the copied roots by option.
    init(_ setup: ProviderSetup, roots: [String: [String]]) {
        let command = setup.command
        let directory = setup.directory.path
        var lines: [SettingsText.Line] = [
            .comment(
                "Settings of wallet-provider serve; Documentation/Operations/settings.md explains each. A comment is a line of its own."),
            .comment("Accounts, if in SQLite, and the sealed keys. Back both up together."),
            .value("state", .string(directory + "/state")),
        ]
        if let database = command.database {
            lines += [.comment("Accounts in PostgreSQL. The password is in a file, never in here."), .value("database", .string(database))]
        }
        if let file = command.databasePasswordFile {
            lines.append(.value("database-password-file", .string(SetupDirectory.absolute(file))))
        }
        lines += SettingsText.token(command.token)
        lines += [
            .comment("To notice a database from a backup, add a directory on another disk: \"witness-journal\": \"/srv/wallet-witness\","),
            .comment("Part of every signed message: it must never change."), .value("public-url", .string(setup.publicURL)),
            .comment("\"::\" listens on all addresses."), .value("host", .string(command.place.host)),
            .value("port", .integer(Int64(command.port))),
        ]
        lines += SettingsText.tls(in: setup.directory)
        lines += SettingsText.operation(internalPort: command.internalPort)
        lines += [
            .comment("For the portal, add its address and listener: \"portal-public-url\": \"https://portal.example\","),
            .comment("\"portal-internal-port\": 9444, \"portal-log-format\": \"json\","),
        ]
        lines += Self.phones(command, roots)
        lines += Self.credentials(setup, roots)
        text = SettingsText(lines).text
    }

    /// The settings about issuers of PIDs.
    private static func credentials(_ setup: ProviderSetup, _ roots: [String: [String]]) -> [SettingsText.Line] {
        var lines: [SettingsText.Line] = []
        if let roots = roots["pid-root"] {
            lines += [
                .comment("The issuers whose PID replaces a forgotten PIN."), .value("pid-root", texts(roots)),
                .value("pid-type", texts(setup.command.pid.types)),
            ]
        }
        if let clientID = setup.command.attestationClientID {
            lines += [
                .comment("The certificate of attestation-key.pem with its chain, without the root."),
                .value("attestation-certificate", texts([setup.directory.path + "/" + ProviderSetup.attestationCertificate])),
                .value("attestation-client-id", .string(clientID)),
            ]
        }
        if let name = setup.command.attestationWalletName { lines.append(.value("attestation-wallet-name", .string(name))) }
        if setup.command.allowDevelopmentRoots {
            lines += [.comment("Simulated phones are accepted. For tests only."), .value("allow-development-roots", true)]
        }
        return lines
    }

    private static func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

    private static func phones(_ command: Init, _ roots: [String: [String]]) -> [SettingsText.Line] {
        var lines: [SettingsText.Line] = []
        let (apple, android) = (command.apple, command.android)
        if let app = apple.appID, let environment = apple.environment {
            lines += [
                .comment("The only accepted iPhone app."), .value("apple-root", texts(roots["apple-root"] ?? [])),
                .value("apple-app-id", .string(app)), .value("apple-environment", .string(environment.rawValue)),
            ]
        }
        if let patchLevel = android.patchLevel, let list = android.revocationList {
            lines += [
                .comment("The accepted Android apps. A file as revocation list must be kept up to date by another program."),
                .value("android-root", texts(roots["android-root"] ?? [])), .value("android-app-id", texts(android.packageNames)),
                .value("android-signing-digest", texts(android.signingDigests.map(\.text))),
                .value("android-patch-level", .string(patchLevel.description)),
                .value("android-revocation-list", .string(list.contains("://") ? list : SetupDirectory.absolute(list))),
            ]
            if !android.verifiedBootKeys.isEmpty {
                lines.append(.value("android-verified-boot-key", texts(android.verifiedBootKeys.map(\.text))))
            }
            if !android.selfSignedBootKeys.isEmpty {
                lines.append(.value("android-self-signed-boot-key", texts(android.selfSignedBootKeys.map(\.text))))
            }
            lines += [
                .value("android-certificate-validity", .string(android.certificateValidity.rawValue)),
                .value("android-revocation-max-age", .integer(Int64(android.revocationListAge))),
                .value("android-revocation-interval", .integer(Int64(android.revocationListInterval))),
            ]
            if android.revocationListSeconds != Timeouts.production.revocationListPause.wholeSeconds {
                lines.append(.value("android-revocation-seconds", .integer(Int64(android.revocationListSeconds))))
            }
        }
        return lines
    }
}
