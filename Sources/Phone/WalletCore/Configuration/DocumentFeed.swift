// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import WalletConfiguration
import WalletInterface

/// Receives one kind of signed document: keeps the newest that was accepted, and the highest version ever accepted apart from it, so that no
/// older one comes back (T-C1), whatever happens to the file.
///
/// The file is written first, then the highest version: a kill in between leaves a file that raises the number at the next start.
actor DocumentFeed<Contents: DocumentContents> {
    /// What a poll yields.
    enum Poll: Sendable, Equatable {
        /// A newer document is in force.
        case accepted
        /// The server has nothing newer.
        case unchanged
        /// What the server gave is not accepted; what there is stays.
        case refused(DocumentRefusal.Code)
        /// What the server gave is valid and older than what was accepted before: it is behind, or somebody replays (F-C2). It counts as a
        /// failure, so that the next address is asked.
        case outdated
        /// The server gave nothing: `noInternet` or `serverUnreachable`, or the document could not be kept: `storeFull`.
        case failed(WalletCoreError.Code)
    }

    /// What else belongs to a document that is accepted; done in the transaction that remembers its version.
    typealias Adopt = @Sendable (_ document: SignedDocument<Contents>, _ changes: inout StoreChanges) throws(WalletCoreError) -> Void

    private struct Place {
        let file: CoreFile
        let store: SealedStore
        let bridges: PlatformBridges
        let adopt: Adopt
        var highest: Int64
    }

    private let endpoint: DocumentEndpoint
    private let trust: DocumentTrust
    private let floor: Int64
    private let checkpoints: any CheckpointObserver
    private var place: Place?
    private let turn = AsyncMutex()

    private let newest = Mutex<KeptDocument<Contents>?>(nil)
    /// The newest document that was accepted and can still be read, whatever time it is. Read without waiting: who reads it and acts at once
    /// never acts on an older one than anybody before.
    nonisolated var kept: KeptDocument<Contents>? { newest.withLock { $0 } }
    /// When to ask next.
    private(set) var schedule = PollSchedule()

    /// - Parameters:
    ///   - floor: the version of the embedded edition; only higher ones are accepted. 0 when there is none.
    init(_ endpoint: DocumentEndpoint, trusting trust: DocumentTrust, above floor: Int64, checkpoints: any CheckpointObserver) {
        self.endpoint = endpoint
        self.trust = trust
        self.floor = floor
        self.checkpoints = checkpoints
    }

    private var highestKey: StoreKey<Int64> { .highestVersion(of: endpoint) }

    /// Reads what an earlier process has accepted. No network.
    ///
    /// - Throws: a store error. A file that cannot be used is no error: it counts as absent.
    func open(
        _ bridges: PlatformBridges, _ store: SealedStore, adopting adopt: @escaping Adopt = { _, _ in }
    ) throws(WalletCoreError) {
        let file = CoreFile(endpoint.rawValue, in: bridges.utilities.storageDirectory)
        let highest = try store.value(highestKey) ?? 0
        let found = KeptDocument<Contents>(in: file, trusting: trust)
        let kept = found.flatMap { $0.document.version > floor && $0.document.version >= highest ? $0 : nil }
        let place = Place(
            file: file, store: store, bridges: bridges, adopt: adopt, highest: max(highest, kept?.document.version ?? 0))
        if let kept, kept.document.version > highest { try remember(kept.document, place) }
        newest.withLock { $0 = kept }
        self.place = place
    }

    /// Forgets what it has, for its files are about to go. A poll that is under way keeps nothing any more.
    func close() {
        place = nil
        newest.withLock { $0 = nil }
        schedule = PollSchedule()
    }

    /// Asks for a newer document. Of two polls at once the second waits and asks again.
    ///
    /// - Parameter addresses: where it may be, in the order of preference; after each failure the next one is asked.
    func poll(_ addresses: [ServiceAddress]) async -> Poll {
        let result: Poll
        do throws(WalletCoreError) {
            result = try await turn.run { () async throws(WalletCoreError) in try await ask(addresses) }
        } catch {
            result = .failed(error.code)
        }
        switch result {
        case .accepted, .unchanged: schedule.noteSuccess()
        case .refused, .outdated, .failed: schedule.noteFailure()
        }
        return result
    }

    // MARK: One poll

    private func ask(_ addresses: [ServiceAddress]) async throws(WalletCoreError) -> Poll {
        guard let place, !addresses.isEmpty else { throw WalletCoreError(.notInitialized, "the feed is not open") }
        let address = addresses[schedule.failures % addresses.count]
        let response = try await fetch(from: address, place.bridges.network)
        guard self.place?.store === place.store else { throw WalletCoreError(.notInitialized, "the feed was closed meanwhile") }
        if response.status == 304, kept?.validator != nil { return .unchanged }
        guard response.status == 200, response.mediaType == DocumentEndpoint.mediaType else {
            throw WalletCoreError(.serverUnreachable, "an answer of status \(response.status) that is no document")
        }
        let document: SignedDocument<Contents>
        do throws(DocumentRefusal) {
            document = try SignedDocument(
                verifying: String(decoding: response.body, as: UTF8.self), trusting: trust,
                at: Int64(place.bridges.clock.now.timeIntervalSince1970))
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
            return try await network.send(request)
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

    /// Remembers the version, with what else belongs to it.
    private func remember(_ document: SignedDocument<Contents>, _ place: Place) throws(WalletCoreError) {
        try place.store.change { changes throws(WalletCoreError) in
            try changes.set(highestKey, to: document.version)
            try place.adopt(document, &changes)
        }
    }
}
