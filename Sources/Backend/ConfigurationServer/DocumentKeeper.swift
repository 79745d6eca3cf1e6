// SPDX-License-Identifier: EUPL-1.2

import Logging
import ProviderState
import Synchronization
import WalletConfiguration

/// Holds the document of one file that is served now, and takes over a new edition when the file changes.
///
/// A new edition is verified as a phone would do it, and must have a higher version than the one before: otherwise the one before stays, and
/// the failure is reported once for each edition of the file and each reason. One that could not be read, or whose time is not now, is looked
/// at again and again: nothing about the file need change for it to be good. What was served stays when the file goes away, until it expires.
final class DocumentKeeper<Contents: DocumentContents>: Sendable {
    private let endpoint: DocumentEndpoint
    private let file: DocumentFile
    private let trust: DocumentTrust
    private let clock: @Sendable () -> Int64
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var served: ServedDocument?
        /// The edition of the file that was looked at last, good or bad; nil before the first look and without a file.
        var edition: FileEdition?
        var wasLookedAt = false
        /// Why that edition was not taken, if it may be taken as it is at another time.
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

    /// The document to serve; nil when there was none yet, or the last one has expired.
    var current: ServedDocument? {
        let now = clock()
        return state.withLock { $0.served }.flatMap { now < $0.expiresAt ? $0 : nil }
    }

    /// The document that was served last, also when it has expired; nil before the first.
    var lastServed: ServedDocument? { state.withLock { $0.served } }

    /// Looks at the file again when it is another edition.
    func refresh() {
        let edition = file.edition
        // One look at a time; files are small.
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
                report(.notice, "document", ["version": "\(found.version)", "expires_at": "\(found.expiresAt)"])
            } catch {
                state.obstacle = Self.mayPass(error) ? "\(error)" : nil
                guard state.obstacle == nil || state.obstacle != complaint else { return }
                let version = state.served.map { "\($0.version)" } ?? "none"
                report(.error, "document not taken", ["reason": "\(error)", "served_version": "\(version)"])
            }
        }
    }

    /// Whether what is wrong may be right later without another edition of the file: the disk, its permissions, the time.
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
