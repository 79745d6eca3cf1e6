// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import WalletConfiguration
import WalletInterface

/// The receiver of one kind of signed document. It stores the newest accepted document and, separately, the highest version ever accepted,
/// so that no older document returns (T-C1), even if the file is lost.
///
/// The file is written before the highest version: after a kill in between, the next start raises the version from the file.
actor DocumentFeed<Contents: DocumentContents> {
    /// The result of a poll.
    enum Poll: Sendable, Equatable {
        /// A newer document is active.
        case accepted
        /// The server has nothing newer.
        case unchanged
        /// The document was refused; the present one stays.
        case refused(DocumentRefusal.Code)
        /// The document is valid but older than the accepted document: the server is behind, or an attacker replays an old document (F-C2).
        /// This counts as a failure, so that the next address is tried.
        case outdated
        /// No response (`noInternet` or `serverUnreachable`), or the document could not be stored (`storeFull`).
        case failed(WalletCoreError.Code)
    }

    /// Further changes for an accepted document, in the transaction that stores its version.
    typealias Adopt = @Sendable (_ document: SignedDocument<Contents>, _ changes: inout StoreChanges) throws(WalletCoreError) -> Void

    private struct Place {
        let file: CoreFile
        let store: SealedStore
        let bridges: PlatformBridges
        let time: TrueTime
        let adopt: Adopt
        var highest: Int64
    }

    private let endpoint: DocumentEndpoint
    private let trust: DocumentTrust
    private let floor: Int64
    private let checkpoints: any CheckpointObserver
    private var place: Place?
    private let pollLock = AsyncMutex()

    private let newest = Mutex<KeptDocument<Contents>?>(nil)
    /// The newest accepted document that is readable, ignoring its dates. Reading does not wait for the actor, so a caller never uses an
    /// older document than an earlier caller.
    nonisolated var kept: KeptDocument<Contents>? { newest.withLock { $0 } }
    private(set) var schedule = PollSchedule()

    /// - Parameters:
    ///   - floor: the version of the embedded edition; only higher versions are accepted. 0 without an embedded edition.
    init(_ endpoint: DocumentEndpoint, trusting trust: DocumentTrust, above floor: Int64, checkpoints: any CheckpointObserver) {
        self.endpoint = endpoint
        self.trust = trust
        self.floor = floor
        self.checkpoints = checkpoints
    }

    private var highestKey: StoreKey<Int64> { .highestVersion(of: endpoint) }

    /// Reads the document that an earlier process has accepted, without a network.
    ///
    /// - Throws: a store error. An unusable file is not an error; it is treated as absent.
    func open(
        _ bridges: PlatformBridges, _ store: SealedStore, _ time: TrueTime, adopting adopt: @escaping Adopt = { _, _ in }
    ) throws(WalletCoreError) {
        let file = CoreFile(endpoint.rawValue, in: bridges.utilities.storageDirectory)
        let highest = try store.value(highestKey) ?? 0
        let found = KeptDocument<Contents>(in: file, trusting: trust)
        let kept = found.flatMap { $0.document.version > floor && $0.document.version >= highest ? $0 : nil }
        let place = Place(
            file: file, store: store, bridges: bridges, time: time, adopt: adopt, highest: max(highest, kept?.document.version ?? 0))
        if let kept, kept.document.version > highest { try remember(kept.document, place) }
        newest.withLock { $0 = kept }
        self.place = place
    }

    /// Drops the document before its files are removed. A poll in progress stores nothing afterwards.
    func close() {
        place = nil
        newest.withLock { $0 = nil }
        schedule = PollSchedule()
    }

    /// Requests a newer document. Concurrent polls take turns, and each sends a request.
    ///
    /// - Parameter addresses: the addresses in order of preference; after each failure the next address is tried.
    func poll(_ addresses: [ServiceAddress]) async -> Poll {
        let result: Poll
        do throws(WalletCoreError) {
            result = try await pollLock.run { () async throws(WalletCoreError) in try await ask(addresses) }
        } catch {
            result = .failed(error.code)
        }
        switch result {
        case .accepted, .unchanged: schedule.noteSuccess()
        case .refused, .outdated, .failed: schedule.noteFailure()
        }
        return result
    }

    // MARK: Implementation of a poll

    private func ask(_ addresses: [ServiceAddress]) async throws(WalletCoreError) -> Poll {
        guard let place, !addresses.isEmpty else { throw WalletCoreError(.notInitialized, "the feed is not open") }
        let address = addresses[schedule.failures % addresses.count]
        let response = try await fetch(from: address, place.bridges.network)
        guard self.place?.store === place.store else { throw WalletCoreError(.notInitialized, "the feed was closed during the call") }
        if response.status == 304, kept?.validator != nil { return .unchanged }
        guard response.status == 200, response.mediaType == DocumentEndpoint.mediaType else {
            throw WalletCoreError(.serverUnreachable, "an answer of status \(response.status) that is no document")
        }
        let document: SignedDocument<Contents>
        do throws(DocumentRefusal) {
            document = try SignedDocument(
                verifying: String(decoding: response.body, as: UTF8.self), trusting: trust,
                at: Int64(place.time.now(by: place.bridges.clock).timeIntervalSince1970))
        } catch {
            return .refused(error.code)
        }
        guard document.version >= max(floor, place.highest) else { return .outdated }
        guard document.version > kept?.document.version ?? floor else { return .unchanged }
        try keep(KeptDocument(document, validator: response.validator), place)
        return .accepted
    }

    private func fetch(from address: ServiceAddress, _ network: any NetworkBridge) async throws(WalletCoreError) -> NetworkResponse {
        var request = NetworkRequest(
            method: .get, url: address.url.text + endpoint.path, trustedRoots: address.tlsRoots,
            maximumResponseSize: Contents.maximumTokenBytes)
        request.validator = kept?.validator
        do throws(NetworkError) {
            return try await network.response(to: request)
        } catch {
            throw error == .offline
                ? WalletCoreError(.noInternet, "the device has no connection")
                : WalletCoreError(.serverUnreachable, "the server of \(endpoint.rawValue) does not answer")
        }
    }

    private func keep(_ document: KeptDocument<Contents>, _ place: Place) throws(WalletCoreError) {
        try checkpoints.reach(Checkpoint(.file, endpoint.rawValue, .before))
        try place.file.replace(with: document.bytes)
        try checkpoints.reach(Checkpoint(.file, endpoint.rawValue, .after))
        newest.withLock { $0 = document }
        self.place?.highest = document.document.version
        try remember(document.document, place)
    }

    /// Stores the version, with the further changes.
    private func remember(_ document: SignedDocument<Contents>, _ place: Place) throws(WalletCoreError) {
        try place.store.change { changes throws(WalletCoreError) in
            try changes.set(highestKey, to: document.version)
            try place.adopt(document, &changes)
        }
    }
}
