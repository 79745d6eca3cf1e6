// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import PKCS11HSM
import PhoneSimulator
import PostgresClient
import PostgresCluster
import WalletProvider
import WalletProviderPostgres

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Installation {
    private static let module = "/usr/lib/softhsm/libsofthsm2.so"
    private static let tokenTool = "/usr/bin/softhsm2-util"
    private static let token = "benchmark"
    private static let pin = "834512"

    /// True if PostgreSQL and SoftHSM are installed.
    static var isPostgresInstalled: Bool {
        PostgresCluster.isInstalled && FileManager.default.fileExists(atPath: module)
            && FileManager.default.isExecutableFile(atPath: tokenTool)
    }

    /// A database server with fsync enabled, and a token in a directory.
    static func postgres(
        state: String, in directory: String, arguments: [String], _ authority: DevelopmentAppleCA
    ) async throws -> Installation {
        let configurationFile = try makeToken(in: directory)
        // For the module in this process; the server gets the variable too.
        unsafe setenv("SOFTHSM2_CONF", configurationFile, 1)
        let pinFile = directory + "/pin"
        guard FileManager.default.createFile(atPath: pinFile, contents: Data(pin.utf8), attributes: [.posixPermissions: 0o600]) else {
            throw BenchmarkError("\(pinFile) cannot be made")
        }
        let key = PKCS11Configuration(modulePath: module, tokenLabel: token, pin: TokenPIN(pin), timeouts: .production)
        let administration = try await PKCS11HSM(key, requiresAllKeys: false)
        _ = try await administration.createKeys()
        await administration.close()

        let cluster = try await PostgresCluster.own()
        let database = try await cluster.makeDatabase()
        let configuration = PostgresConfiguration(address: PostgresAddress(database.url), timeouts: .production)
        _ = try await PostgresAccountStore.migrate(configuration)
        let processFile = try String(contentsOfFile: cluster.directory + "/data/postmaster.pid", encoding: .utf8)
        guard let process = processFile.split(separator: "\n").first.flatMap({ Int32($0) }) else {
            throw BenchmarkError("the database server has no process id")
        }
        return Installation(
            kind: .postgres, authority: authority,
            serveArguments: arguments + [
                "--database", database.url, "--hsm-module", module, "--hsm-token", token, "--hsm-pin-file", pinFile,
            ],
            environment: ["SOFTHSM2_CONF": configurationFile], databaseProcess: process, tlsDirectory: state + "/tls",
            outages: [
                .stopped(cluster), .standing(cluster), .slow(cluster), .goneToken(directory + "/tokens"),
                .standingToken(directory + "/tokens"), .slowToken(directory + "/tokens"),
            ],
            openHSM: {
                let hsm = try await PKCS11HSM(key)
                return OpenedHSM(hsm: hsm, close: { await hsm.close() })
            },
            open: {
                let hsm = try await PKCS11HSM(key)
                // As `serve` opens it.
                let store = try await PostgresAccountStore(
                    configuration, serving: true, outcomeDelay: PostgresAccountStore.outcomeDelay)
                return Parts(
                    store: store, hsm: hsm,
                    close: {
                        await store.close()
                        await hsm.close()
                    })
            },
            beginCount: { try await StatementLog.begin(database) },
            makeCommitBaseline: {
                let other = try await cluster.makeDatabase()
                _ = try await PostgresAccountStore.migrate(
                    PostgresConfiguration(address: PostgresAddress(other.url), timeouts: .production))
                return try CommitBaseline(other, process: process, script: directory)
            },
            end: { try? await cluster.stop(.fast) })
    }

    /// Creates a token.
    ///
    /// - Returns: the path of SoftHSM's settings.
    private static func makeToken(in directory: String) throws -> String {
        let (tokens, settings) = (directory + "/tokens", directory + "/softhsm2.conf")
        try FileManager.default.createDirectory(atPath: tokens, withIntermediateDirectories: false)
        try "directories.tokendir = \(tokens)\nobjectstore.backend = file\nlog.level = ERROR\nslots.removable = false\n"
            .write(toFile: settings, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: tokenTool)
        process.arguments = ["--init-token", "--free", "--label", token, "--pin", pin, "--so-pin", "99887766", "--module", module]
        process.environment = ["SOFTHSM2_CONF": settings]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkError("SoftHSM makes no token") }
        return settings
    }
}

/// Counts a PostgreSQL server's statements in its log.
private enum StatementLog {
    static func begin(_ database: PostgresDatabase) async throws -> @Sendable () async throws -> StatementCount {
        let path = database.cluster.directory + "/log"
        try await log("all", database)
        let before = try Data(contentsOf: URL(filePath: path)).count
        return {
            try await log("none", database)
            let text = String(decoding: try Data(contentsOf: URL(filePath: path)).dropFirst(before), as: UTF8.self)
            // Further lines of a statement are indented and belong to its first line.
            let asked = text.split(separator: "LOG:  ").filter { $0.hasPrefix("execute ") }
            let writes = asked.filter { $0.contains("UPDATE ") || $0.contains("INSERT ") || $0.contains("DELETE ") }
            return StatementCount(statements: asked.count, commits: writes.count)
        }
    }

    private static func log(_ which: String, _ database: PostgresDatabase) async throws {
        try await database.run("ALTER SYSTEM SET log_statement = '\(which)'")
        try await database.run("SELECT pg_reload_conf()")
        // After the signal, sessions apply the change before their next statement.
        try await Task.sleep(for: .milliseconds(500))
    }
}
