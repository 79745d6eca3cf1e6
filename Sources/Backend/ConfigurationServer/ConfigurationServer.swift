// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import Logging
package import ServerKit
package import WalletConfiguration

/// A server for the signed configuration and the signed update policy, read from two files. It cannot sign, because it has only the public
/// keys.
///
/// - `GET` and `HEAD` `/api/v1/configuration`, `/api/v1/update-policy`: the token (`application/jwt`) with a strong `ETag`; 304 if
///   `If-None-Match` matches; 503 with `Retry-After` without a valid document.
/// - `GET` and `HEAD` `/health/live`: 200 as long as the server runs. `/health/ready`: 200 if both documents are available, otherwise 503.
/// - Every other path: 404. Every other method: 405 for any path.
package final class ConfigurationServer: Sendable {
    private let configuration: DocumentKeeper<ConfigurationDocument>
    private let policy: DocumentKeeper<UpdatePolicy>
    private let renew: (@Sendable (DocumentEndpoint) -> Void)?
    let logger: Logger

    /// The paths of the two document files.
    package struct Files: Sendable, Hashable {
        package let configuration: String
        package let updatePolicy: String

        package init(configuration: String, updatePolicy: String) {
            self.configuration = configuration
            self.updatePolicy = updatePolicy
        }
    }

    /// Creates a server and reads its files once.
    ///
    /// - Parameters:
    ///   - files: may be missing or invalid. The server answers 503 until they are valid.
    ///   - trust: the keys and the environment that the phones trust.
    ///   - clock: the time in seconds since 1970.
    ///   - logger: receives one line per request and one per accepted or rejected edition. No received data.
    ///   - renew: replaces a document's file if the document is about to expire. It is called before each lookup of the document, and the
    ///     files are then checked. For a demo, whose clock can jump past a document's end; nil for a server that only serves.
    package init(
        files: Files, trust: DocumentTrust, clock: @escaping @Sendable () -> Int64, logger: Logger,
        renew: (@Sendable (DocumentEndpoint) -> Void)? = nil
    ) {
        configuration = DocumentKeeper(.configuration, file: files.configuration, trust: trust, clock: clock, logger: logger)
        policy = DocumentKeeper(.updatePolicy, file: files.updatePolicy, trust: trust, clock: clock, logger: logger)
        self.renew = renew
        self.logger = logger
        refresh()
    }

    /// Checks the files again and reads those that have changed.
    package func refresh() {
        configuration.refresh()
        policy.refresh()
    }

    /// True if both documents can be served now.
    package var isReady: Bool { DocumentEndpoint.allCases.allSatisfy { current($0) != nil } }

    /// Returns the document to serve at an endpoint; nil without a valid document.
    package func current(_ endpoint: DocumentEndpoint) -> ServedDocument? {
        if let renew {
            renew(endpoint)
            refresh()
        }
        return switch endpoint {
        case .configuration: configuration.current
        case .updatePolicy: policy.current
        }
    }

    /// Returns the last served document of an endpoint, even if it has expired; nil before the first.
    func lastServed(_ endpoint: DocumentEndpoint) -> ServedDocument? {
        switch endpoint {
        case .configuration: configuration.lastServed
        case .updatePolicy: policy.lastServed
        }
    }

    /// Returns a router with only these paths.
    ///
    /// - Parameter observe: receives each answered request.
    package func router(observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in }) -> Router<ServiceContext> {
        DocumentRoutes(server: self, observe: observe).router()
    }
}
