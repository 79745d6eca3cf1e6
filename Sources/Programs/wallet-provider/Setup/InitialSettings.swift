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
        let directory = setup.directory
        var lines: [SettingsLine] = [
            .comment(
                "Settings of wallet-provider serve; Documentation/Operations/settings.md explains each. A comment is a line of its own."),
            .comment("Accounts, if in SQLite, and the sealed keys. Back both up together."),
            .value("state", .string(directory + "/state")),
        ]
        if let database = command.database {
            lines += [.comment("Accounts in PostgreSQL. The password is in a file, never in here."), .value("database", .string(database))]
        }
        if let file = command.databasePasswordFile { lines.append(.value("database-password-file", .string(ProviderSetup.absolute(file)))) }
        if let module = command.token.hsmModule, let label = command.token.hsmToken, let file = command.token.hsmPINFile {
            lines += [
                .comment("The token with the keys."), .value("hsm-module", .string(Self.module(module))),
                .value("hsm-token", .string(label)),
                .value("hsm-pin-file", .string(ProviderSetup.absolute(file))),
            ]
        }
        if command.token.hsmMilliseconds != Timeouts.production.tokenCall.wholeMilliseconds {
            lines.append(.value("hsm-milliseconds", .integer(Int64(command.token.hsmMilliseconds))))
        }
        lines += [
            .comment("To notice a database from a backup, add a directory on another disk: \"witness-journal\": \"/srv/wallet-witness\","),
            .comment("Part of every signed message: it must never change."), .value("public-url", .string(setup.publicURL)),
            .comment("\"::\" listens on all addresses."), .value("host", .string(command.host)),
            .value("port", .integer(Int64(command.port))),
            .comment("Replace tls.pem, which is self-signed, by what your authority makes of tls.csr, with the chain."),
            .value("tls-certificate", .string(directory + "/tls.pem")), .value("tls-key", .string(directory + "/tls-key.pem")),
            .comment("Health and metrics, plain HTTP: never for the public."), .value("internal-host", "127.0.0.1"),
            .value("internal-port", .integer(Int64(command.internalPort))), .value("drain-seconds", 2), .value("shutdown-seconds", 10),
            .value("log-format", "json"),
        ]
        lines += [
            .comment("For the portal, add its address and listener: \"portal-public-url\": \"https://portal.example\","),
            .comment("\"portal-internal-port\": 9444, \"portal-log-format\": \"json\","),
        ]
        lines += Self.phones(command, roots)
        text = Self.text(lines)
    }

    private static func phones(_ command: Init, _ roots: [String: [String]]) -> [SettingsLine] {
        var lines: [SettingsLine] = []
        let (apple, android) = (command.apple, command.android)
        func texts(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }
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
                .value("android-revocation-list", .string(list.contains("://") ? list : ProviderSetup.absolute(list))),
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

    /// A name without a slash is found by the system in its library directories.
    private static func module(_ path: String) -> String { path.contains("/") ? ProviderSetup.absolute(path) : path }

    private enum SettingsLine {
        case comment(String)
        case value(String, JSONValue)

        var isValue: Bool { if case .value = self { true } else { false } }
    }

    private static func text(_ lines: [SettingsLine]) -> String {
        func encoded(_ value: JSONValue) -> String { String(decoding: value.encode(), as: UTF8.self) }
        let last = lines.lastIndex(where: \.isValue)
        let texts = lines.enumerated().map { index, line in
            switch line {
            case .comment(let text): "  // \(text)"
            case .value(let name, let value): "  \(encoded(.string(name))): \(encoded(value))" + (index == last ? "" : ",")
            }
        }
        return "{\n" + texts.joined(separator: "\n") + "\n}\n"
    }
}
