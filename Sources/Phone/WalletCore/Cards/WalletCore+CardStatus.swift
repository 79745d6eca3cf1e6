// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import PlatformSupport
import SDJWT
import StatusList
import WalletConfiguration

/// A status list that was verified, and how long it may be used.
struct CachedStatusList: Sendable {
    let list: StatusList
    /// Seconds since 1970, by the phone's clock.
    let freshUntil: Int64
    /// Seconds since 1970, by the phone's clock.
    let fetchedAt: Int64
}

/// What issuers' status lists say of the cards (Token Status List §8.3).
extension WalletCore {
    /// The longest that a list is kept, in seconds, whatever it says.
    private static let longestList: Int64 = 3600

    /// Asks for the status lists of all cards and keeps what they say. A card with several copies is revoked when any of them is. The core does
    /// so by itself after every unlock; nobody has to wait for it.
    ///
    /// - Returns: whether something was learnt of every card that has a status.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error. What was known stays known.
    @discardableResult
    package func refreshCardStatuses() async throws(WalletCoreError) -> Bool {
        let running = try admitted(.refreshCardStatuses)
        let entries = try cards(running)
        guard entries.contains(where: { !$0.status.references.isEmpty }), let settings = try? IssuanceSettings(configuration) else {
            return entries.allSatisfy { $0.status.references.isEmpty }
        }
        var lists: [String: StatusList] = [:]
        for uri in Set(entries.flatMap { $0.status.references.map(\.uri) }).sorted() {
            lists[uri] = await statusList(at: uri, settings, running)
        }
        var learnt: [CardID: CardEntry.KnownStatus.Value] = [:]
        var isComplete = true
        for entry in entries where !entry.status.references.isEmpty {
            if let value = Self.status(entry.status.references, in: lists) { learnt[entry.id] = value } else { isComplete = false }
        }
        try keep(learnt, running)
        return isComplete
    }

    /// Nil when a list that is needed to call the card valid is not at hand.
    private static func status(
        _ references: [CardEntry.Reference], in lists: [String: StatusList]
    ) -> CardEntry.KnownStatus.Value? {
        var values: Set<CardEntry.KnownStatus.Value?> = []
        for reference in references {
            guard let list = lists[reference.uri] else {
                values.insert(nil)
                continue
            }
            switch try? list.status(at: reference.index) {
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

    /// The list at an address; nil when there is none that is accepted.
    private func statusList(at uri: String, _ settings: IssuanceSettings, _ running: Running) async -> StatusList? {
        let now = Int64(running.bridges.clock.now.timeIntervalSince1970)
        if let cached = statusLists[uri], (cached.fetchedAt..<cached.freshUntil).contains(now) { return cached.list }
        let verifier = StatusListVerifier(trust: .certificates(roots: settings.credentialRoots))
        let request = NetworkRequest(
            method: .get, url: uri, headers: [NetworkHeaderField("Accept", StatusListToken.mediaType)], trustedRoots: settings.tlsRoots,
            maximumResponseSize: verifier.maximumBytes * 2)
        guard let response = try? await running.bridges.network.send(request), response.status == 200,
            response.mediaType == StatusListToken.mediaType,
            let token = try? await verifier.verify(
                String(decoding: response.body, as: UTF8.self), from: uri, at: running.bridges.clock.now)
        else { return nil }
        statusLists[uri] = CachedStatusList(
            list: token.list, freshUntil: token.freshUntil(fetchedAt: now, maximum: Self.longestList), fetchedAt: now)
        return token.list
    }

    private func keep(_ learnt: [CardID: CardEntry.KnownStatus.Value], _ running: Running) throws(WalletCoreError) {
        guard !learnt.isEmpty else { return }
        // They may have changed while the lists were fetched.
        var entries = try cards(running)
        let now = running.bridges.clock.now
        var events: [StoredEvent] = []
        for index in entries.indices {
            guard let value = learnt[entries[index].id], entries[index].status.value != .revoked else { continue }
            entries[index].status.value = value
            entries[index].status.learntAt = now
            if value == .revoked { events.append(entries[index].event(.revoked, at: now)) }
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

    /// Asks for the cards' statuses after every unlock and, while the wallet stays open, when half of the longest age is over. Until the task is
    /// cancelled.
    func keepCardStatuses(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            cardStatusAlarm.hush()
            var next: Date?
            if case .running(let running) = life, lockState.value.isOpen {
                _ = try? await refreshCardStatuses()
                // A card may have expired meanwhile.
                showCards(running)
                next = clock.now.addingTimeInterval(maximumStatusAge / 2)
            }
            await cardStatusAlarm.wait(until: next, by: clock)
        }
    }
}
