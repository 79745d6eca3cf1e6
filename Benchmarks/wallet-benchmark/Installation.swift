// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import PhoneSimulator
import SwiftASN1
import WalletProvider

/// A database and an HSM for a server, which this process can also open once the server has ended.
struct Installation: Sendable {
    /// The database and HSM products.
    enum Kind: String, CaseIterable, Sendable, ExpressibleByArgument {
        case sqlite
        case postgres

        var title: String {
            switch self {
            case .sqlite: "SQLite, software keys"
            case .postgres: "PostgreSQL, SoftHSM"
            }
        }

        var isInstalled: Bool {
            switch self {
            case .sqlite: true
            case .postgres: Installation.isPostgresInstalled
            }
        }
    }

    /// The components of a provider, and how to close them.
    struct Parts: Sendable {
        let store: any AccountStore & AuditStore
        let hsm: any HSM
        let close: @Sendable () async throws -> Void
    }

    /// An HSM that this process has opened.
    struct OpenedHSM: Sendable {
        let hsm: any HSM
        let close: @Sendable () async -> Void
    }

    let kind: Kind
    let authority: DevelopmentAppleCA
    /// The server's arguments.
    let serveArguments: [String]
    /// The server's additional environment variables.
    let environment: [String: String]
    /// The parent process of the database server; nil if the database is embedded.
    let databaseProcess: Int32?
    /// The directory of the server's development certificates.
    let tlsDirectory: String
    /// Opens the HSM in this process, also beside a running server.
    let openHSM: @Sendable () async throws -> OpenedHSM
    /// Opens database and HSM in this process.
    let open: @Sendable () async throws -> Parts
    /// The outages that can be caused behind a running server.
    let outages: [Outage]
    /// Starts counting this process's database statements; the returned function stops and returns the count.
    let beginCount: @Sendable () async throws -> @Sendable () async throws -> StatementCount
    /// Prepares the commits with which durable unlocks are compared; nil if the database is embedded.
    let makeCommitBaseline: (@Sendable () async throws -> CommitBaseline)?
    private let end: @Sendable () async -> Void

    /// The root of the server's certificate in PEM.
    var tlsRoot: String { tlsDirectory + "/ca.pem" }

    /// Prepares an installation in an empty directory and starts its database server, if any.
    private static func make(_ kind: Kind, in directory: String, isWitnessed: Bool) async throws -> Installation {
        var generator = SystemRandomNumberGenerator()
        let authority = try DevelopmentAppleCA(now: Date(), using: &generator)
        let root = directory + "/attestation-root.pem"
        try authority.root.serializeAsPEM().pemString.write(toFile: root, atomically: true, encoding: .utf8)
        let state = directory + "/state"
        var arguments = [
            "serve", "--state", state, "--port", "0", "--public-url", BenchmarkPhone.publicURL, "--apple-root", root, "--apple-app-id",
            BenchmarkPhone.appIDText, "--apple-environment", "development",
            "--allow-development-roots",
            // All phones have the same address here.
            "--requests-per-address", "0", "--registration-requests-per-address", "0", "--registration-requests", "0",
        ]
        if isWitnessed {
            let journal = directory + "/witness"
            try FileManager.default.createDirectory(
                atPath: journal, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            arguments += ["--witness-journal", journal]
        }
        switch kind {
        case .sqlite: return sqlite(state: state, arguments: arguments, authority)
        case .postgres: return try await postgres(state: state, in: directory, arguments: arguments, authority)
        }
    }

    /// Runs a body with an installation in a temporary directory, which is deleted at the end.
    ///
    /// - Parameter isWitnessed: the server keeps a witness's journal. A store that this process opens has none.
    static func with<Value: Sendable>(
        _ kind: Kind, isWitnessed: Bool = false, _ body: (Installation, _ directory: String) async throws -> Value
    ) async throws -> Value {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wallet-benchmark-" + UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let installation = try await make(kind, in: directory, isWitnessed: isWitnessed)
        do {
            let value = try await body(installation, directory)
            await installation.end()
            return value
        } catch {
            await installation.end()
            throw error
        }
    }

    init(
        kind: Kind, authority: DevelopmentAppleCA, serveArguments: [String], environment: [String: String] = [:],
        databaseProcess: Int32? = nil,
        tlsDirectory: String, outages: [Outage], openHSM: @escaping @Sendable () async throws -> OpenedHSM,
        open: @escaping @Sendable () async throws -> Parts,
        beginCount: @escaping @Sendable () async throws -> @Sendable () async throws -> StatementCount,
        makeCommitBaseline: (@Sendable () async throws -> CommitBaseline)? = nil,
        end: @escaping @Sendable () async -> Void = {}
    ) {
        self.kind = kind
        self.authority = authority
        self.serveArguments = serveArguments
        self.environment = environment
        self.databaseProcess = databaseProcess
        self.tlsDirectory = tlsDirectory
        self.outages = outages
        self.openHSM = openHSM
        self.open = open
        self.beginCount = beginCount
        self.makeCommitBaseline = makeCommitBaseline
        self.end = end
    }
}

/// The work requested from a database.
struct StatementCount: Sendable {
    /// Number of statements, except statements that only begin or end a transaction.
    var statements = 0
    /// Number of transactions that may have written.
    var commits = 0

    static func - (left: StatementCount, right: StatementCount) -> StatementCount {
        StatementCount(statements: left.statements - right.statements, commits: left.commits - right.commits)
    }
}
