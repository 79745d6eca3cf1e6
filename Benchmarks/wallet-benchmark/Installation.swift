// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import HSM
import PhoneSimulator
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
    /// Stops the database server.
    let end: @Sendable () async -> Void

    /// The root of the server's certificate in PEM.
    var tlsRoot: String { tlsDirectory + "/ca.pem" }

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
