// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import SimulatedPhone
import SwiftASN1
import WalletProvider

/// A database and an HSM that a server is run on, and how this process gets at the same two once the server has ended.
struct Installation: Sendable {
    /// Which database and which HSM.
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

    /// What a provider is put together from, and how it is closed.
    struct Parts: Sendable {
        let store: any AccountStore & AuditStore
        let hsm: any HSM
        let close: @Sendable () async throws -> Void
    }

    let kind: Kind
    let authority: DevelopmentAppleCA
    /// All arguments of the server.
    let serveArguments: [String]
    /// What its environment has besides this process' own.
    let environment: [String: String]
    /// The process of the database that is the parent of all others; nil when the server holds the database itself.
    let databaseProcess: Int32?
    /// Where the server's development certificates are.
    let tlsDirectory: String
    /// Opens database and HSM in this process.
    let open: @Sendable () async throws -> Parts
    /// What can be made to fail behind a running server.
    let outages: [Outage]
    /// Begins to count what this process asks the database for; the function that it returns ends that.
    let beginCount: @Sendable () async throws -> @Sendable () async throws -> StatementCount
    private let end: @Sendable () async -> Void

    /// The root of the server's certificate, in PEM.
    var tlsRoot: String { tlsDirectory + "/ca.pem" }

    /// Prepares everything in an empty directory; the database server, if there is one, runs afterwards.
    static func make(_ kind: Kind, in directory: String) async throws -> Installation {
        var generator = SystemRandomNumberGenerator()
        let authority = try DevelopmentAppleCA(now: Date(), using: &generator)
        let root = directory + "/attestation-root.pem"
        try authority.root.serializeAsPEM().pemString.write(toFile: root, atomically: true, encoding: .utf8)
        let state = directory + "/state"
        let common = [
            "serve", "--state", state, "--port", "0", "--public-url", BenchmarkPhone.publicURL, "--apple-root", root, "--apple-app-id",
            BenchmarkPhone.appIDText, "--apple-environment", "development",
            "--allow-development-roots",
            // All phones have one address here.
            "--requests-per-address", "0", "--registration-requests-per-address", "0", "--registration-requests", "0",
        ]
        switch kind {
        case .sqlite: return sqlite(state: state, arguments: common, authority)
        case .postgres: return try await postgres(state: state, in: directory, arguments: common, authority)
        }
    }

    /// Ends what was started.
    func stop() async { await end() }

    init(
        kind: Kind, authority: DevelopmentAppleCA, serveArguments: [String], environment: [String: String] = [:],
        databaseProcess: Int32? = nil,
        tlsDirectory: String, outages: [Outage], open: @escaping @Sendable () async throws -> Parts,
        beginCount: @escaping @Sendable () async throws -> @Sendable () async throws -> StatementCount,
        end: @escaping @Sendable () async -> Void = {}
    ) {
        self.kind = kind
        self.authority = authority
        self.serveArguments = serveArguments
        self.environment = environment
        self.databaseProcess = databaseProcess
        self.tlsDirectory = tlsDirectory
        self.outages = outages
        self.open = open
        self.beginCount = beginCount
        self.end = end
    }
}

/// What a database has been asked for.
struct StatementCount: Sendable {
    /// Without those that only begin and end transactions.
    var statements = 0
    /// Transactions that may have written.
    var commits = 0

    static func - (left: StatementCount, right: StatementCount) -> StatementCount {
        StatementCount(statements: left.statements - right.statements, commits: left.commits - right.commits)
    }
}
