// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import Logging
package import ServerKit
package import WalletConfiguration

/// Serves the signed configuration and the signed update policy out of two files. It cannot sign: it has the public keys only.
///
/// - `GET` and `HEAD` `/api/v1/configuration`, `/api/v1/update-policy`: the token (`application/jwt`) with a strong `ETag`; 304 for an
///   `If-None-Match` that names it; 503 with `Retry-After` while there is none that is valid.
/// - `GET` and `HEAD` `/health/live`: 200 as long as it runs. `/health/ready`: 200 when both documents are there, else 503.
/// - Every other path 404; every other method 405, whatever the path.
package final class ConfigurationServer: Sendable {
    private let configuration: DocumentKeeper<ConfigurationDocument>
    private let policy: DocumentKeeper<UpdatePolicy>
    let logger: Logger

    /// The files and who may have signed them.
    package struct Files: Sendable, Hashable {
        /// The path of the signed configuration.
        package let configuration: String
        /// The path of the signed update policy.
        package let updatePolicy: String

        /// These files.
        package init(configuration: String, updatePolicy: String) {
            self.configuration = configuration
            self.updatePolicy = updatePolicy
        }
    }

    /// A server that has looked at its files once.
    ///
    /// - Parameters:
    ///   - files: may be missing or bad; then it answers 503 until they are good.
    ///   - trust: the keys and the environment that the phones trust.
    ///   - clock: seconds since 1970.
    ///   - logger: gets one line a request, one for each edition that is taken or not; nothing that was received.
    package init(files: Files, trust: DocumentTrust, clock: @escaping @Sendable () -> Int64, logger: Logger) {
        configuration = DocumentKeeper(.configuration, file: files.configuration, trust: trust, clock: clock, logger: logger)
        policy = DocumentKeeper(.updatePolicy, file: files.updatePolicy, trust: trust, clock: clock, logger: logger)
        self.logger = logger
        refresh()
    }

    /// Looks at the files again. What has not changed is not read.
    package func refresh() {
        configuration.refresh()
        policy.refresh()
    }

    /// Whether both documents can be served now.
    package var isReady: Bool { DocumentEndpoint.allCases.allSatisfy { current($0) != nil } }

    /// The document that is served at an address now.
    func current(_ endpoint: DocumentEndpoint) -> ServedDocument? {
        switch endpoint {
        case .configuration: configuration.current
        case .updatePolicy: policy.current
        }
    }

    /// The document that was served last at an address, also when it has expired; nil before the first.
    func lastServed(_ endpoint: DocumentEndpoint) -> ServedDocument? {
        switch endpoint {
        case .configuration: configuration.lastServed
        case .updatePolicy: policy.lastServed
        }
    }

    /// A router with the addresses above and nothing else.
    package func router() -> Router<ServiceContext> { DocumentRoutes(server: self).router() }
}
