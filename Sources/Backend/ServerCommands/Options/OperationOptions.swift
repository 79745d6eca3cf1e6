// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Logging
import ProviderState
import ServerKit
import ServiceLifecycle
import UnixSignals

/// Operational options: the operators' listener, connection limits, shutdown, and logging.
struct OperationOptions: ParsableArguments {
    /// The format of a log line.
    enum LogFormat: String, ExpressibleByArgument, CaseIterable {
        /// Text for people.
        case text
        /// One JSON object per line.
        case json
    }

    /// The level of a log line.
    enum LogLevel: String, ExpressibleByArgument, CaseIterable {
        case debug, info, notice, warning, error
    }

    @Option(help: "The address of the listener for operators: health and metrics, plain HTTP. Not for the public.")
    var internalHost = "127.0.0.1"

    @Option(help: ArgumentHelp("The port of that listener; 0 for any free one. Default: there is none.", valueName: "port"))
    var internalPort: Int?

    @Option(help: ArgumentHelp("Connections at once; further ones wait.", valueName: "number"))
    var maximumConnections = 4096

    @Option(
        help: ArgumentHelp(
            "Of these, connections of one address; 0 for no limit. A trusted proxy has none. Default: a quarter.", valueName: "number"))
    var connectionsPerAddress: Int?

    @Option(help: ArgumentHelp("Requests of one connection that wait for their answer; more end it.", valueName: "number"))
    var requestsPerConnection = 8

    @Option(help: ArgumentHelp("How long a client may take to read an answer before its connection ends.", valueName: "seconds"))
    var answerSeconds = 30

    @Option(
        help: ArgumentHelp(
            "How long a connection may do nothing, and how long handshake and header of a request may take.", valueName: "seconds"))
    var idleSeconds = 10

    @Option(
        help: ArgumentHelp(
            "How long to go on after a stop was asked for, saying 'not ready', so that balancers notice.", valueName: "seconds"))
    var drainSeconds = 0

    @Option(help: ArgumentHelp("How long requests at work may then take before they are broken off.", valueName: "seconds"))
    var shutdownSeconds = 10

    @Option(help: "How the log is written.")
    var logFormat = LogFormat.text

    @Option(help: "What is logged: this and everything more important.")
    var logLevel = LogLevel.info

    func validate() throws {
        let ranges = [
            ("maximum-connections", maximumConnections, 1...1_000_000), ("idle-seconds", idleSeconds, 1...3600),
            ("connections-per-address", connectionsPerAddress ?? 0, 0...1_000_000),
            ("requests-per-connection", requestsPerConnection, 1...1000), ("answer-seconds", answerSeconds, 1...3600),
            ("drain-seconds", drainSeconds, 0...600), ("shutdown-seconds", shutdownSeconds, 1...600),
            ("internal-port", internalPort ?? 0, 0...65_535),
        ]
        for (name, value, range) in ranges where !range.contains(value) {
            throw ValidationError("--\(name) is \(range.lowerBound) to \(range.upperBound)")
        }
        guard !internalHost.isEmpty else { throw ValidationError("--internal-host is a name or an address") }
    }

    /// The listener for operators, if configured.
    var internalListener: HTTPListener? {
        internalPort.map {
            HTTPListener(host: internalHost, port: $0, tls: nil, limits: ConnectionLimits(maximumConnections: 64, connectionsPerAddress: 0))
        }
    }

    /// The limits on external connections.
    var connections: ConnectionLimits {
        ConnectionLimits(
            maximumConnections: maximumConnections, connectionsPerAddress: connectionsPerAddress,
            maximumRequestsAtWork: requestsPerConnection, answerTime: .seconds(answerSeconds), idleTime: .seconds(idleSeconds))
    }

    /// A logger that writes to standard error.
    func logger(_ label: String) -> Logger {
        var logger = Logger(label: label) { label in
            switch logFormat {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLog(label: label)
            }
        }
        logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .info
        return logger
    }

    /// Runs services until a signal arrives; requests in progress then have a limited time to finish.
    ///
    /// - Parameter place: the listening address, for the error if listening fails.
    func run(_ services: [any Service], _ health: ServiceHealth, _ logger: Logger, at place: String) async throws {
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(drainSeconds + shutdownSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            guard !health.isDraining else {
                return logger.warning("requests at work were broken off", metadata: ["error_type": "\(type(of: error))"])
            }
            if let error = error as? ListenError { throw StartError("\(error)") }
            throw StartError("cannot serve on \(place): \(error)")
        }
    }
}
