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

/// A verified status list and its expiry.
struct CachedStatusList: Sendable {
    let list: StatusListEntries
    /// True time.
    let freshUntil: Date
    /// The true time of the request.
    let fetchedAt: Date
}

/// The cards' statuses from the issuers' status lists (Token Status List §8.3).
extension CardShelf {
    /// The maximum lifetime of a cached list in seconds, even if the list allows more.
    private static let longestList: Int64 = 3600
    /// The time limit for fetching a list, redirects included, in seconds.
    private static let longestFetch: TimeInterval = 10

    /// Fetches the status lists of all cards and stores the statuses. A card with several copies is revoked if any copy is.
    ///
    /// - Returns: true if the status of every card with a status list was received. A card that was removed during it does not count.
    /// - Throws: `notRegistered` if the wallet was erased during the call, or a store error. Known statuses are kept.
    @discardableResult
    func refreshStatuses() async throws(WalletCoreError) -> Bool {
        let entries = try self.entries()
        guard entries.contains(where: { !$0.status.references.isEmpty }),
            let settings = try? IssuanceSettings(context.configuration.document)
        else {
            keepStatusLists(of: entries)
            return entries.allSatisfy { $0.status.references.isEmpty }
        }
        // Also after an error, and of cards that were removed during the requests.
        defer { if context.isPresent, let present = try? self.entries() { keepStatusLists(of: present) } }
        var lists: [String: CachedStatusList] = [:]
        for (uri, newest) in Self.lists(of: entries).sorted(by: { $0.key < $1.key }) {
            // The issuer of a card that was removed during the requests is not asked any more.
            guard context.isPresent, try Self.lists(of: self.entries())[uri] != nil else { continue }
            lists[uri] = await statusList(at: uri, since: newest, settings)
        }
        guard context.isPresent else { throw WalletCoreError(.notRegistered, "the wallet was erased during the call") }
        let present = Set(try self.entries().map(\.id))
        var updates: [CardID: CardEntry.KnownStatus] = [:]
        var isComplete = true
        for entry in entries where present.contains(entry.id) && !entry.status.references.isEmpty {
            if let status = Self.status(entry.status.references, in: lists) { updates[entry.id] = status } else { isComplete = false }
        }
        try store(updates)
        return isComplete
    }

    /// Drops the lists that no card refers to; a list can have megabytes.
    func keepStatusLists(of entries: [CardEntry]) {
        guard !statusLists.isEmpty else { return }
        let needed = Self.lists(of: entries)
        statusLists = statusLists.filter { needed[$0.key] != nil }
    }

    /// The addresses of the cards' status lists, each with the issuing time of its newest card.
    private static func lists(of entries: [CardEntry]) -> [String: Date] {
        var lists: [String: Date] = [:]
        for entry in entries {
            for uri in entry.status.references.keys { lists[uri] = max(lists[uri] ?? .distantPast, entry.issuedAt) }
        }
        return lists
    }

    /// A card's status according to its lists, as old as the request of the oldest list. Nil if a list that is needed to call the card
    /// valid is missing.
    private static func status(_ references: [String: [Int]], in lists: [String: CachedStatusList]) -> CardEntry.KnownStatus? {
        let value = value(references, in: lists)
        let oldest = references.keys.compactMap { lists[$0]?.fetchedAt }.min()
        guard let value, let oldest else { return nil }
        return CardEntry.KnownStatus(value: value, updatedAt: oldest, references: references)
    }

    private static func value(_ references: [String: [Int]], in lists: [String: CachedStatusList]) -> CardEntry.KnownStatus.Value? {
        var values: Set<CardEntry.KnownStatus.Value?> = []
        for (uri, indexes) in references {
            guard let list = lists[uri] else {
                values.insert(nil)
                continue
            }
            for index in indexes {
                switch try? list.list.status(at: index) {
                case .valid?: values.insert(.valid)
                case .invalid?: values.insert(.revoked)
                case .suspended?: values.insert(.suspended)
                case .other?, nil: values.insert(.unknown)
                }
            }
        }
        if values.contains(.revoked) { return .revoked }
        if values.contains(nil) { return nil }
        return values.contains(.unknown) ? .unknown : values.contains(.suspended) ? .suspended : .valid
    }

    /// The list at an address, or nil if no acceptable list can be had. A cached list is used while it is fresh, unless a card was issued
    /// after it was requested.
    private func statusList(
        at uri: String, since newest: Date, _ settings: IssuanceSettings
    ) async -> CachedStatusList? {
        let now = context.trueNow
        // A list's age counts from its request, so it is requested again at half the maximum age.
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
        guard let response = await answer(to: request), response.status == 200,
            response.mediaType == StatusListToken.mediaType,
            // Whatever address answered, the list must be the one of the first address.
            let token = try? await verifier.verify(
                String(decoding: response.body, as: UTF8.self), from: uri, at: context.trueNow),
            context.isPresent
        else { return nil }
        let freshUntil = token.freshUntil(fetchedAt: Int64(now.timeIntervalSince1970), maximum: Self.longestList)
        let list = CachedStatusList(
            list: token.list, freshUntil: Date(timeIntervalSince1970: TimeInterval(freshUntil)), fetchedAt: now)
        statusLists[uri] = list
        return list
    }

    /// Sends a request and follows redirects, with the same roots and limits for each address.
    ///
    /// - Returns: nil without an answer in time, for a redirect that must not be followed, and after the wallet was erased.
    func answer(to request: NetworkRequest) async -> NetworkResponse? {
        await answer(to: request) { [network = context.bridges.network] request in try? await network.response(to: request) }
    }

    /// As ``answer(to:)``.
    ///
    /// - Parameter send: sends each request; nil without an answer.
    func answer(to request: NetworkRequest, by send: (NetworkRequest) async -> NetworkResponse?) async -> NetworkResponse? {
        let end = context.clock.steadyNow.addingTimeInterval(Self.longestFetch)
        var request = request
        var trail = HTTPSURL(request.url).map { RedirectTrail(from: $0) }
        while context.isPresent {
            let left = end.timeIntervalSince(context.clock.steadyNow)
            guard left > 0 else { return nil }
            // Monotonic time that goes back (CLK-01) does not lengthen the fetch.
            request.timeout = .seconds(min(left, Self.longestFetch))
            guard let response = await send(request) else { return nil }
            guard RedirectTrail.isRedirect(response.status) else { return response }
            let locations = response.headers.filter { $0.name.lowercased() == "location" }.map(\.value)
            guard let next = trail?.next(locations) else { return nil }
            request.url = next.text
        }
        return nil
    }

    private func store(_ updates: [CardID: CardEntry.KnownStatus]) throws(WalletCoreError) {
        guard !updates.isEmpty else { return }
        let now = context.trueNow
        // The entries may have changed during the requests.
        let entries = try self.entries()
        var writer = try EventWriter(context.store)
        try context.store.change { changes throws(WalletCoreError) in
            for var entry in entries {
                guard let status = updates[entry.id], entry.status.value != .revoked else { continue }
                // Another refresh may have stored a later status. A future time comes from a clock that was set back.
                let known = entry.status.updatedAt
                guard status.value == .revoked || status.updatedAt >= known || known > now else { continue }
                (entry.status.value, entry.status.updatedAt) = (status.value, status.updatedAt)
                if status.value == .revoked {
                    // A card that cannot be read is revoked nevertheless.
                    let issuer = try? context.store.value(.card(entry.id))?.issuer
                    try writer.add(entry.event(.revoked, at: now, issuer: issuer), to: &entry, in: &changes)
                }
                try changes.set(.cardEntry(entry.id), to: entry)
            }
            try writer.finish(&changes)
        }
        show()
    }
}
