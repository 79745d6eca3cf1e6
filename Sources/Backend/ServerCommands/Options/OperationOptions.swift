// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
package import Deadlines
package import Logging
package import ServerKit
import ServerState
package import ServiceLifecycle
import UnixSignals

/// Operational options: the operators' listener, connection limits, health, shutdown, and logging.
package struct OperationOptions: ParsableArguments {
    /// The format of a log line.
    package enum LogFormat: String, ExpressibleByArgument, CaseIterable {
        /// Text for people.
        case text
        /// Logs one JSON object per line.
        case json
    }

    /// The level of a log line.
    package enum LogLevel: String, ExpressibleByArgument, CaseIterable {
        case debug, info, notice, warning, error
    }

    @Option(help: "The address of the listener for operators: health and metrics, plain HTTP. Not for the public.")
    package var internalHost = "127.0.0.1"

    @Option(help: ArgumentHelp("The port of that listener; 0 for any free one. Default: there is none.", valueName: "port"))
    package var internalPort: Int?

    @Option(
        help: ArgumentHelp(
            "Connections at once; further ones wait. Default: 4096; of wallet-config and wallet-issuer 1000.", valueName: "number"))
    package var maximumConnections: Int?

    @Option(
        help: ArgumentHelp(
            "Of these, connections of one address; 0 for no limit. A trusted proxy has none. Default: a quarter.", valueName: "number"))
    package var connectionsPerAddress: Int?

    @Option(help: ArgumentHelp("Requests of one connection that wait for their answer; more end it.", valueName: "number"))
    package var requestsPerConnection = 8

    @Option(help: ArgumentHelp("How long a client may take to read an answer before its connection ends.", valueName: "seconds"))
    package var answerSeconds = Timeouts.production.unreadAnswer.wholeSeconds

    @Option(
        help: ArgumentHelp(
            "How long a connection may do nothing, and how long handshake and header of a request may take.", valueName: "seconds"))
    package var idleSeconds = Timeouts.production.idle.wholeSeconds

    @Option(
        help: ArgumentHelp(
            "How long the rest of a request may take after its header; then its connection ends, answered or not.", valueName: "seconds"))
    package var bodySeconds = Timeouts.production.request.wholeSeconds

    @Option(
        help: ArgumentHelp("How old the last health check of a part may be; with an older one the part is down.", valueName: "seconds"))
    package var healthSeconds = Timeouts.production.healthAge.wholeSeconds

    @Option(
        help: ArgumentHelp(
            "How long to go on after a stop was asked for, saying 'not ready', so that balancers notice.", valueName: "seconds"))
    package var drainSeconds = 0

    @Option(help: ArgumentHelp("How long requests at work may then take before they are broken off.", valueName: "seconds"))
    package var shutdownSeconds = Timeouts.production.shutdown.wholeSeconds

    @Option(help: "How the log is written.")
    package var logFormat = LogFormat.text

    @Option(help: "What is logged: this and everything more important.")
    package var logLevel = LogLevel.info

    package init() {}

    /// Checks that every number is in its range.
    package func validate() throws {
        let ranges = [
            ("maximum-connections", maximumConnections ?? 1, 1...1_000_000), ("idle-seconds", idleSeconds, 1...3600),
            ("connections-per-address", connectionsPerAddress ?? 0, 0...1_000_000),
            ("requests-per-connection", requestsPerConnection, 1...1000), ("answer-seconds", answerSeconds, 1...3600),
            // A part is checked every second, and a check may take longer than a second.
            ("body-seconds", bodySeconds, 1...3600), ("health-seconds", healthSeconds, 3...3600),
            ("drain-seconds", drainSeconds, 0...600), ("shutdown-seconds", shutdownSeconds, 1...600),
            ("internal-port", internalPort ?? 0, 0...65_535),
        ]
        for (name, value, range) in ranges where !range.contains(value) {
            throw ValidationError("--\(name) is \(range.lowerBound) to \(range.upperBound)")
        }
        guard !internalHost.isEmpty else { throw ValidationError("--internal-host is a name or an address") }
    }

    /// Makes a logger that writes to the standard error.
    package func logger(_ label: String) -> Logger {
        var logger = Logger(label: label) { label in
            switch logFormat {
            case .text: TextLog(label: label)
            case .json: JSONLog(label: label)
            }
        }
        logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .info
        return logger
    }

    /// Applies the options to the default limits of a server.
    ///
    /// - Parameter proxies: the proxies in front of the server.
    package func connections(_ standard: ConnectionLimits, behind proxies: TrustedProxies = .none) -> ConnectionLimits {
        var limits = standard
        limits.maximumConnections = maximumConnections ?? standard.maximumConnections
        limits.connectionsPerAddress = connectionsPerAddress ?? max(1, limits.maximumConnections / 4)
        limits.maximumRequestsAtWork = requestsPerConnection
        limits.trustedProxies = proxies
        return limits
    }

    /// Sets the time limits of a connection, of health checks and of the stop.
    package func apply(to timeouts: inout Timeouts) {
        timeouts.unreadAnswer = .seconds(answerSeconds)
        timeouts.idle = .seconds(idleSeconds)
        timeouts.request = .seconds(bodySeconds)
        timeouts.healthAge = .seconds(healthSeconds)
        timeouts.shutdown = .seconds(shutdownSeconds)
    }

    /// Checks that the servers and the listener for operators can listen. Call it before anything is made or opened.
    ///
    /// - Throws: `StartError` naming the first address that cannot be used.
    package func checkListeners(_ servers: ListeningAddress...) async throws {
        let operators = internalPort.map { [ListeningAddress(host: internalHost, port: $0)] } ?? []
        do {
            try await ListeningAddress.check(servers + operators)
        } catch let error as ListenError {
            throw StartError("\(error). Nothing was changed.")
        }
    }

    /// Serves until a signal arrives; requests in progress then have a limited time to finish.
    ///
    /// The listener for operators, if configured, stops after the servers.
    ///
    /// - Parameters:
    ///   - upkeep: services that stop after the servers: probes and refreshes.
    ///   - update: sets the metrics that are read only when Prometheus asks.
    ///   - timeouts: the time limits of the operators' connections and of the stop.
    ///   - place: the listening address, for the error if listening fails.
    /// - Throws: `StartError` when a server cannot listen.
    package func serve(
        _ servers: [any Service], upkeep: [any Service], _ operations: ServerOperations,
        updatingMetrics update: @escaping @Sendable () -> Void = {}, timeouts: Timeouts, at place: String
    ) async throws {
        let (logger, health) = (operations.logger, operations.health)
        let operators: [any Service] =
            internalPort.map { port in
                let limits = ConnectionLimits(maximumConnections: 64, connectionsPerAddress: 0)
                return [
                    operations.internalServer(
                        HTTPListener(host: internalHost, port: port, tls: nil, timeouts: timeouts, limits: limits), updatingMetrics: update
                    ) { logger.notice("listening for operators", metadata: ["internal_port": .stringConvertible($0)]) }
                ]
            } ?? []
        // A service group stops its services from the last to the first.
        var configuration = ServiceGroupConfiguration(
            services: upkeep + operators + servers + [Draining(health, pause: .seconds(drainSeconds))],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = Duration.seconds(drainSeconds) + timeouts.shutdown
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

extension Setting {
    /// The settings of `OperationOptions`.
    ///
    /// - Parameter standard: the limits of the server without options.
    package static func operation(
        limits standard: ConnectionLimits, _ options: @escaping @Sendable (Command) -> OperationOptions
    ) -> [Setting] {
        [
            .number("maximum-connections") { options($0).connections(standard).maximumConnections },
            .number("connections-per-address") { options($0).connectionsPerAddress },
            .number("requests-per-connection") { options($0).requestsPerConnection },
            .number("answer-seconds") { options($0).answerSeconds }, .number("idle-seconds") { options($0).idleSeconds },
            .number("body-seconds") { options($0).bodySeconds }, .number("health-seconds") { options($0).healthSeconds },
            .text("internal-host") { options($0).internalHost }, .number("internal-port") { options($0).internalPort },
            .number("drain-seconds") { options($0).drainSeconds }, .number("shutdown-seconds") { options($0).shutdownSeconds },
            .text("log-format") { options($0).logFormat.rawValue }, .text("log-level") { options($0).logLevel.rawValue },
        ]
    }
}
