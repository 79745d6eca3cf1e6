// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import JSON
import ServerState
import WalletConfiguration

/// The kinds of document, with their names on the command line.
enum DocumentKind: String, ExpressibleByArgument, CaseIterable {
    case configuration
    case updatePolicy = "update-policy"

    /// The header's `typ`.
    var type: String {
        switch self {
        case .configuration: ConfigurationDocument.type
        case .updatePolicy: UpdatePolicy.type
        }
    }
}

extension EnvironmentName: ExpressibleByArgument {
    /// Parses the name in an argument.
    public init?(argument: String) { self.init(argument) }
}

extension Instant: ExpressibleByArgument {
    /// Parses the instant in an argument.
    public init?(argument: String) { self.init(argument) }
}

extension DocumentTrust {
    /// Reads a file of trusted signers.
    ///
    /// - Throws: `StartError` with the file's name and every problem.
    init(file path: String) throws {
        let bytes = try StateFile.read(path, maximumBytes: 64 * 1024)
        if let found = JSONLines.firstError(in: bytes) {
            throw StartError("\(path) is not a signers file: \(found.place): \(found.error.reason)")
        }
        do {
            self = try DocumentTrust(json: JSONObject(parsing: bytes))
        } catch {
            throw StartError("\(path) is not a signers file: \(error)")
        }
    }
}
