// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DurableFiles
import Foundation
import ServerCommands
import ServerState

/// The directory of a new provider. The directory is written under a temporary name and then renamed, so that it is complete or absent.
struct ProviderSetup {
    let command: Init
    let publicURL: String
    /// The host name of the public address.
    let host: String
    /// The absolute path of the directory.
    let directory: String

    init(_ command: Init, publicURL: String, host: String) {
        (self.command, self.publicURL, self.host) = (command, publicURL, host)
        directory = Self.absolute(command.directory)
    }

    /// The path of the directory until it is complete.
    private var unfinished: String { directory + ".new" }

    /// Writes the directory.
    ///
    /// - Throws: `StartError` with one line for the operator. After an error nothing was changed, except that keys may already exist on a
    ///   token; the next run uses them.
    func write() async throws {
        umask(0o077)
        let copies = try rootCopies()
        if let file = command.databasePasswordFile { _ = try SecretFile(path: file).firstLine() }
        try refuseContent()
        guard unsafe mkdir(unfinished, 0o700) == 0 else {
            guard errno == EEXIST else {
                throw StartError("\(unfinished) cannot be made: \(StartError.reason(of: errno)). Nothing was changed.")
            }
            throw StartError("\(unfinished) is left from an interrupted init: remove it and run init again. Nothing was changed.")
        }
        do {
            let tls = try ServerCertificateRequest(host: host, now: Date())
            let settings = InitialSettings(self, roots: copies.mapValues { $0.map { directory + "/" + $0.name } })
            try put("config.json", settings.text)
            try put("tls-key.pem", tls.key)
            try put("tls.csr", tls.request)
            try put("tls.pem", tls.selfSigned)
            try put("wallet-provider.service.d/init.conf", unitOverride)
            // The unit needs the directory at its start, also when it has no keys and no accounts.
            try LockedDirectory.make(unfinished + "/state")
            for copy in copies.values.joined() { try put(copy.name, copy.bytes) }
            try await checkSettings()
            // The keys are created last, because keys created on a token cannot be removed again.
            try await KeysCommands.Create.parse(["--state", unfinished + "/state"] + tokenArguments).create()
            guard unsafe rename(unfinished, directory) == 0 else {
                throw StartError("\(directory) cannot be made: \(StartError.reason(of: errno))")
            }
            try DurableFile.flushDirectory(DurableFile(directory).directory)
        } catch {
            try? DurableFile.remove(unfinished)
            let token = command.token.hsmModule == nil ? "" : "; if the token got keys, the next run takes them"
            throw StartError("\(Self.sentence(error)) Nothing was changed\(token). Solve the problem, then run init again.")
        }
    }

    /// The commands that follow, for the operator.
    var nextSteps: [String] {
        let owner = getuid() == 0 ? "chown -R wallet-provider:wallet-provider \(directory) && " : ""
        let install =
            "\(owner)install -D -m 0644 \(directory)/wallet-provider.service.d/init.conf "
            + "/etc/systemd/system/wallet-provider.service.d/init.conf && systemctl daemon-reload"
        let start = "systemctl enable --now wallet-provider"
        let commands =
            command.database == nil
            ? [install, start, "curl http://127.0.0.1:\(command.internalPort)/health/ready"]
            : [install, "sudo -u wallet-provider wallet-provider migrate --config \(directory)/config.json", start]
        return [
            "\(directory) is complete. Let your authority sign tls.csr and replace tls.pem by its certificate and chain; until then a self-signed one",
            "serves, which no phone trusts. Next:",
        ] + commands.map { "  " + $0 }
    }

    // MARK: - Parts

    /// Reads the settings as `serve` does.
    private func checkSettings() async throws {
        let arguments = try await WalletProviderProgram.settings.complete(
            ["serve", "--config", unfinished + "/config.json"], environment: [:])
        do {
            _ = try Serve.parse(Array(arguments.dropFirst()))
        } catch {
            throw StartError(Serve.message(for: error))
        }
    }

    /// Refuses a place that has content, so that no file of another program is replaced.
    private func refuseContent() throws {
        // The type of a link itself. A place that cannot be examined is refused when the directory is made.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: directory) else { return }
        let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
        guard isDirectory, let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw StartError("\(directory) is not a directory that can be listed: name a new one. Nothing was changed.")
        }
        guard names.isEmpty else { throw StartError("\(directory) is not empty: name a new directory. Nothing was changed.") }
    }

    private func put(_ name: String, _ text: String) throws { try put(name, Array(text.utf8)) }

    private func put(_ name: String, _ bytes: [UInt8]) throws {
        let file = DurableFile(unfinished + "/" + name)
        try LockedDirectory.make(file.directory)
        try file.replace(with: bytes)
    }

    /// The roots of each kind of phone, checked as `serve` checks them, under the names of their copies.
    private func rootCopies() throws -> [String: [(name: String, bytes: [UInt8])]] {
        _ = try command.apple.verifier(allowsDevelopment: false)
        var copies: [String: [(name: String, bytes: [UInt8])]] = [:]
        for (option, paths) in [("apple-root", command.apple.roots), ("android-root", command.android.roots)] {
            for (index, path) in paths.enumerated() {
                _ = try InputFile(path: path).roots(allowsDevelopment: false, mustBeRoots: true)
                let ending = path.hasSuffix(".json") ? "json" : "pem"
                copies[option, default: []].append(("\(option)-\(index + 1).\(ending)", try InputFile(path: path).bytes()))
            }
        }
        return copies
    }

    private var tokenArguments: [String] {
        guard let module = command.token.hsmModule, let label = command.token.hsmToken, let file = command.token.hsmPINFile else {
            return []
        }
        let limit = "\(command.token.hsmMilliseconds)"
        return ["--hsm-module", module, "--hsm-token", label, "--hsm-pin-file", file, "--hsm-milliseconds", limit]
    }

    private var unitOverride: String {
        """
        # Made by wallet-provider init. Its place: /etc/systemd/system/wallet-provider.service.d/init.conf
        [Service]
        ExecStart=
        ExecStart=/usr/bin/wallet-provider serve --config \(directory)/config.json
        # Add a line for the witness's directory and for the files of a token.
        ReadWritePaths=
        ReadWritePaths=\(directory)/state

        """
    }

    // MARK: - Values

    /// The host of an address; nil for an IP address.
    static func host(of url: String) -> String? {
        URLComponents(string: url)?.host.flatMap { host in host.contains(":") || !host.contains(where: \.isLetter) ? nil : host }
    }

    /// True if neither systemd nor a shell reads the path differently.
    static func isPlainPath(_ path: String) -> Bool { isPlain(path, with: "._+-/") }

    /// True for a text that may be a host's name or an IP address.
    static func isPlainHost(_ host: String) -> Bool { isPlain(host, with: ".-:") }

    private static func isPlain(_ text: String, with others: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) }
    }

    static func absolute(_ path: String) -> String {
        let url = URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL
        return url.path.count > 1 && url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }

    private static func sentence(_ error: any Error) -> String {
        let text = (error as? FileError)?.reason ?? "\(error)"
        return text.hasSuffix(".") ? text : text + "."
    }
}
