// SPDX-License-Identifier: EUPL-1.2

import ConfigurationState
import Foundation
import Logging
import ServerState
import Synchronization
import WalletConfiguration

/// Signs documents while the demo runs: publishes policies, and signs documents again before they expire. It signs one edition at a time,
/// so that each has a higher version than the one before it.
final class DemoSigning: Sendable {
    /// The served files and their sources.
    let files: ConfigurationFiles
    /// The keys for documents that the app trusts.
    let trust: DocumentTrust
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    /// The failure that was reported last for each kind of document. A failure is reported once, not at every request.
    private let failures = Mutex<[DocumentEndpoint: String]>([:])

    /// - Parameter clock: the servers' clock, in seconds since 1970.
    init(files: ConfigurationFiles, trust: DocumentTrust, clock: @escaping @Sendable () -> Int64, logger: Logger) {
        self.files = files
        self.trust = trust
        self.clock = clock
        self.logger = logger
    }

    /// Signs a document again if it is about to expire on the servers' clock, or has expired because the clock was moved past its end.
    /// A failure is logged, and the document that is there stays.
    func renew(_ endpoint: DocumentEndpoint) {
        failures.withLock { failures in
            do {
                try DemoDocuments(files: files, now: clock()).renew(endpoint, trusting: trust)
                failures[endpoint] = nil
            } catch {
                let reason = "\(error)"
                guard failures.updateValue(reason, forKey: endpoint) != reason else { return }
                logger.error("document not renewed", metadata: ["document": "\(endpoint.rawValue)", "reason": "\(reason)"])
            }
        }
    }

    /// Signs a policy with the next version.
    ///
    /// - Parameters:
    ///   - policy: the contents.
    ///   - now: the time of signing, in seconds since 1970.
    /// - Throws: `StartError`, `DocumentRefusal`; the served policy is then unchanged.
    func publish(_ policy: UpdatePolicy, at now: Int64) throws -> SignedUpdatePolicy {
        try failures.withLock { _ in
            let signer = ConfigurationSigner(key: try SigningKey(file: files.signingKey), trust: trust)
            let before: SignedUpdatePolicy? = document(in: files.policy)
            return try signer.sign(
                policy, version: (before?.version ?? 0) + 1, issuedAt: now, expiresAt: now + DemoDocuments.life, to: files.policy)
        }
    }

    /// The document in a file; nil if it cannot be read or is not trusted.
    func document<Contents: DocumentContents>(in path: String) -> SignedDocument<Contents>? {
        guard let bytes = try? StateFile.read(path, maximumBytes: Contents.maximumTokenBytes + 1) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        return try? SignedDocument(verifying: text, trusting: trust)
    }
}
