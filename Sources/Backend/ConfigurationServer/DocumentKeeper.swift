// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Logging
import ServerState
import Synchronization
import WalletConfiguration

/// The currently served document of one file. It accepts a new edition when the file changes.
///
/// A new edition is verified as on a phone, and its version must be higher. Otherwise the previous edition stays, and the failure is
/// reported once for each edition and reason. A file that was unreadable or outside its validity is checked again each time, because it may
/// become valid without a change. If the file is removed, the served document stays until it expires.
final class DocumentKeeper<Contents: DocumentContents>: Sendable {
    private let endpoint: DocumentEndpoint
    private let file: DocumentFile
    private let trust: DocumentTrust
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var served: ServedDocument?
        /// The edition of the file that was checked last, valid or not; nil before the first check and without a file.
        var edition: FileEdition?
        var wasLookedAt = false
        /// The reason why that edition was rejected, if it may become acceptable without a change.
        var obstacle: String?
    }

    init(
        _ endpoint: DocumentEndpoint, file: String, trust: DocumentTrust, clock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        self.endpoint = endpoint
        self.file = DocumentFile(path: file)
        self.trust = trust
        self.clock = clock
        self.logger = logger
    }

    /// The document to serve; nil without a document or after its expiry.
    var current: ServedDocument? {
        let now = clock()
        return state.withLock { $0.served }.flatMap { now < $0.expiresAt ? $0 : nil }
    }

    /// The document served last, even if it has expired; nil before the first.
    var lastServed: ServedDocument? { state.withLock { $0.served } }

    /// Checks the file, and reads it if its edition has changed.
    func refresh() {
        let edition = file.edition
        // One check at a time; files are small.
        state.withLock { state in
            let isSame = state.wasLookedAt && edition == state.edition
            guard !isSame || state.obstacle != nil else { return }
            let complaint = isSame ? state.obstacle : nil
            state.wasLookedAt = true
            state.edition = edition
            state.obstacle = nil
            do {
                let text = try file.text(maximumBytes: Contents.maximumTokenBytes)
                let found = ServedDocument(try SignedDocument<Contents>(verifying: text, trusting: trust, at: clock()))
                guard found != state.served else { return }
                guard found.version > state.served?.version ?? 0 else {
                    throw DocumentFileError("its version is not higher than the one that is served")
                }
                state.served = found
                report(
                    .notice, "document",
                    ["version": .stringConvertible(found.version), "expires_at": .stringConvertible(found.expiresAt)])
            } catch {
                state.obstacle = Self.mayPass(error) ? "\(error)" : nil
                guard state.obstacle == nil || state.obstacle != complaint else { return }
                // 0 for none, as in the metric; versions begin at 1.
                let version = state.served?.version ?? 0
                report(.error, "document not taken", ["reason": "\(error)", "served_version": .stringConvertible(version)])
            }
        }
    }

    /// Returns true if the error may pass without a new edition of the file: disk, permissions, time.
    private static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let refusal as DocumentRefusal: refusal.code == .notYetValid || refusal.code == .expired
        case let unreadable as DocumentFileError: unreadable.mayPass
        default: false
        }
    }

    private func report(_ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata) {
        logger.log(level: level, message, metadata: metadata.merging(["document": "\(endpoint.rawValue)"]) { first, _ in first })
    }
}
