// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import OpenID4VCI
import PlatformSupport
import SDJWT
import StatusList
import WalletConfiguration
package import WalletInterface

/// A status list that was verified, and how long it may be used.
struct CachedStatusList: Sendable {
    let list: StatusList
    /// By the phone's clock.
    let freshUntil: Date
    /// When it was asked for, by the phone's clock.
    let fetchedAt: Date
}

/// What status lists say of a card.
private struct LearntStatus {
    let value: CardEntry.KnownStatus.Value
    /// When the oldest of the lists was asked for.
    let learntAt: Date
}

/// What issuers' status lists say of the cards (Token Status List §8.3).
extension WalletCore {
    /// The longest that a list is kept, in seconds, whatever it says.
    private static let longestList: Int64 = 3600

    /// Asks for the status lists of all cards and keeps what they say. A card with several copies is revoked when any of them is. The core does
    /// so by itself after every unlock and every issuance; nobody has to wait for it.
    ///
    /// - Returns: whether something was learnt of every card that has a status.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error. What was known stays known.
    @discardableResult
    package func refreshCardStatuses() async throws(WalletCoreError) -> Bool {
        let running = try admitted(.refreshCardStatuses)
        let entries = try cards(running)
        guard entries.contains(where: { !$0.status.references.isEmpty }), let settings = try? IssuanceSettings(configuration) else {
            keepStatusLists(of: entries)
            return entries.allSatisfy { $0.status.references.isEmpty }
        }
        var lists: [String: CachedStatusList] = [:]
        for (uri, newest) in Self.lists(of: entries).sorted(by: { $0.key < $1.key }) {
            lists[uri] = await statusList(at: uri, since: newest, settings, running)
        }
        guard isPresent(running) else { throw WalletCoreError(.notRegistered, "the wallet was erased meanwhile") }
        var learnt: [CardID: LearntStatus] = [:]
        var isComplete = true
        for entry in entries where !entry.status.references.isEmpty {
            if let status = Self.status(entry.status.references, in: lists) { learnt[entry.id] = status } else { isComplete = false }
        }
        try keep(learnt, running)
        keepStatusLists(of: try running.store.value(.cards) ?? [])
        return isComplete
    }

    /// Forgets the lists that none of these cards refers to: each may have megabytes.
    func keepStatusLists(of entries: [CardEntry]) {
        guard !statusLists.isEmpty else { return }
        let needed = Self.lists(of: entries)
        statusLists = statusLists.filter { needed[$0.key] != nil }
    }

    /// The addresses of the lists that cards refer to, each with when the newest of its cards was issued.
    private static func lists(of entries: [CardEntry]) -> [String: Date] {
        var lists: [String: Date] = [:]
        for entry in entries {
            for reference in entry.status.references { lists[reference.uri] = max(lists[reference.uri] ?? .distantPast, entry.issuedAt) }
        }
        return lists
    }

    /// Nil when a list that is needed to call the card valid is not at hand.
    private static func status(
        _ references: [CardEntry.Reference], in lists: [String: CachedStatusList]
    ) -> LearntStatus? {
        let value = value(references, in: lists)
        let oldest = references.compactMap { lists[$0.uri]?.fetchedAt }.min()
        guard let value, let oldest else { return nil }
        return LearntStatus(value: value, learntAt: oldest)
    }

    private static func value(
        _ references: [CardEntry.Reference], in lists: [String: CachedStatusList]
    ) -> CardEntry.KnownStatus.Value? {
        var values: Set<CardEntry.KnownStatus.Value?> = []
        for reference in references {
            guard let list = lists[reference.uri] else {
                values.insert(nil)
                continue
            }
            switch try? list.list.status(at: reference.index) {
            case .valid?: values.insert(.valid)
            case .invalid?: values.insert(.revoked)
            case .suspended?: values.insert(.suspended)
            case .other?, nil: values.insert(.unknown)
            }
        }
        if values.contains(.revoked) { return .revoked }
        if values.contains(nil) { return nil }
        return values.contains(.unknown) ? .unknown : values.contains(.suspended) ? .suspended : .valid
    }

    /// The list at an address; nil if absent that is accepted. One that is kept serves while it is fresh, unless a card was issued
    /// after it was asked for.
    private func statusList(
        at uri: String, since newest: Date, _ settings: IssuanceSettings, _ running: Running
    ) async -> CachedStatusList? {
        let now = running.bridges.clock.now
        // What it says counts from when it was asked for, so it is asked for again before that is too old.
        let serves = now.addingTimeInterval(-maximumStatusAge / 2)
        if let cached = statusLists[uri], (serves...now).contains(cached.fetchedAt), now < cached.freshUntil,
            cached.fetchedAt >= newest || newest > now
        {
            return cached
        }
        let verifier = StatusListVerifier(trust: .certificates(roots: settings.credentialRoots))
        let request = NetworkRequest(
            method: .get, url: uri, headers: [NetworkHeaderField("Accept", StatusListToken.mediaType)], trustedRoots: settings.tlsRoots,
            maximumResponseSize: verifier.maximumBytes * 2)
        guard let response = try? await running.bridges.network.send(request), response.status == 200,
            response.mediaType == StatusListToken.mediaType,
            let token = try? await verifier.verify(
                String(decoding: response.body, as: UTF8.self), from: uri, at: running.bridges.clock.now),
            // Which lists a wallet that was erased meanwhile had asked for is not kept.
            isPresent(running)
        else { return nil }
        let freshUntil = token.freshUntil(fetchedAt: Int64(now.timeIntervalSince1970), maximum: Self.longestList)
        let list = CachedStatusList(
            list: token.list, freshUntil: Date(timeIntervalSince1970: TimeInterval(freshUntil)), fetchedAt: now)
        statusLists[uri] = list
        return list
    }

    private func keep(_ learnt: [CardID: LearntStatus], _ running: Running) throws(WalletCoreError) {
        guard !learnt.isEmpty else { return }
        // They may have changed while the lists were fetched.
        var entries = try cards(running)
        let now = running.bridges.clock.now
        var events: [StoredEvent] = []
        for index in entries.indices {
            guard let status = learnt[entries[index].id], entries[index].status.value != .revoked else { continue }
            // Another refresh may have learnt something later; a time to come is of a clock that was put back.
            let known = entries[index].status.learntAt
            guard status.value == .revoked || status.learntAt >= known || known > now else { continue }
            entries[index].status.value = status.value
            entries[index].status.learntAt = status.learntAt
            if status.value == .revoked { events.append(entries[index].event(.revoked, at: now)) }
        }
        let (all, happened) = (entries, events)
        let count = try running.store.value(.eventCount) ?? 0
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.cards, to: all)
            for (offset, event) in happened.enumerated() { try changes.set(.event(count + Int64(offset) + 1), to: event) }
            if !happened.isEmpty { try changes.set(.eventCount, to: count + Int64(happened.count)) }
        }
        showCards(running)
    }

    // MARK: In the background

    /// Asks for the cards' statuses after every unlock, every issuance and, while the wallet stays open, when half of the longest age is over. Until the task is
    /// cancelled.
    func keepCardStatuses(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            cardStatusTimer.clearWake()
            var next: Date?
            if case .running(let running) = life, lockState.value.isOpen {
                _ = try? await refreshCardStatuses()
                // A card may have expired meanwhile, or all be gone with the wallet.
                if isPresent(running) { showCards(running) }
                next = clock.steadyNow.addingTimeInterval(maximumStatusAge / 2)
            }
            await cardStatusTimer.wait(untilSteady: next, by: clock)
        }
    }
}
