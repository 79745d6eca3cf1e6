// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import OpenID4VCI
import OpenID4VCIWallet
import PlatformSupport
import SDJWT
import StatusList
import WalletConfiguration
import WalletInterface

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
extension CardShelf {
    /// The longest that a list is kept, in seconds, whatever it says.
    private static let longestList: Int64 = 3600

    /// Asks for the status lists of all cards and stores what they say. A card with several copies is revoked when any copy is.
    ///
    /// - Returns: whether something was learnt of every card that has a status.
    /// - Throws: `notRegistered` when the wallet was erased meanwhile, or a store error. What was known stays known.
    @discardableResult
    func refreshStatuses() async throws(WalletCoreError) -> Bool {
        let entries = try self.entries()
        guard entries.contains(where: { !$0.status.references.isEmpty }),
            let settings = try? IssuanceSettings(context.configuration.document)
        else {
            keepStatusLists(of: entries)
            return entries.allSatisfy { $0.status.references.isEmpty }
        }
        var lists: [String: CachedStatusList] = [:]
        for (uri, newest) in Self.lists(of: entries).sorted(by: { $0.key < $1.key }) {
            lists[uri] = await statusList(at: uri, since: newest, settings)
        }
        guard context.isPresent else { throw WalletCoreError(.notRegistered, "the wallet was erased meanwhile") }
        var learnt: [CardID: LearntStatus] = [:]
        var isComplete = true
        for entry in entries where !entry.status.references.isEmpty {
            if let status = Self.status(entry.status.references, in: lists) { learnt[entry.id] = status } else { isComplete = false }
        }
        try store(learnt)
        keepStatusLists(of: try context.store.value(.cards) ?? [])
        return isComplete
    }

    /// Forgets the lists that no listed card refers to: each may have megabytes.
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

    /// The list at an address; nil when there is none that is accepted. One that is kept serves while it is fresh, unless a card was issued
    /// after it was asked for.
    private func statusList(
        at uri: String, since newest: Date, _ settings: IssuanceSettings
    ) async -> CachedStatusList? {
        let now = context.now
        // What it says counts from when it was asked for, so it is asked for again before that is too old.
        let serves = now.addingTimeInterval(-context.maximumStatusAge / 2)
        if let cached = statusLists[uri], (serves...now).contains(cached.fetchedAt), now < cached.freshUntil,
            cached.fetchedAt >= newest || newest > now
        {
            return cached
        }
        let verifier = StatusListVerifier(trust: .certificates(roots: settings.credentialRoots))
        let request = NetworkRequest(
            method: .get, url: uri, headers: [NetworkHeaderField("Accept", StatusListToken.mediaType)], trustedRoots: settings.tlsRoots,
            maximumResponseSize: verifier.maximumBytes * 2)
        guard let response = try? await context.bridges.network.send(request), response.status == 200,
            response.mediaType == StatusListToken.mediaType,
            let token = try? await verifier.verify(
                String(decoding: response.body, as: UTF8.self), from: uri, at: context.now),
            context.isPresent
        else { return nil }
        let freshUntil = token.freshUntil(fetchedAt: Int64(now.timeIntervalSince1970), maximum: Self.longestList)
        let list = CachedStatusList(
            list: token.list, freshUntil: Date(timeIntervalSince1970: TimeInterval(freshUntil)), fetchedAt: now)
        statusLists[uri] = list
        return list
    }

    private func store(_ learnt: [CardID: LearntStatus]) throws(WalletCoreError) {
        guard !learnt.isEmpty else { return }
        // They may have changed while the lists were fetched.
        var entries = try self.entries()
        let now = context.now
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
        let count = try context.store.value(.eventCount) ?? 0
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.cards, to: all)
            for (offset, event) in happened.enumerated() { try changes.set(.event(count + Int64(offset) + 1), to: event) }
            if !happened.isEmpty { try changes.set(.eventCount, to: count + Int64(happened.count)) }
        }
        show()
    }
}
