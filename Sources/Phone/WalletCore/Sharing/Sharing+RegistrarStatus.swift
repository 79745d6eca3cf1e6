// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import SDJWT
import StatusList
import SwiftASN1
import WalletConfiguration
import WalletInterface
import X509

/// The status lists of registrars (ETSI TS 119 475). A whole list is fetched and kept, so that the registrar learns little of who asks.
extension Sharing {
    /// The maximum lifetime of a cached list in seconds, even if the list allows more.
    private static let longestList: Int64 = 3600
    /// The maximum number of cached lists; a list can have megabytes.
    private static let maximumLists = 4

    /// The verified entry of a list; nil if the list is not available or cannot be verified.
    func status(_ reference: StatusListReference, _ settings: SharingSettings) async -> TokenStatus? {
        guard let list = await list(at: reference.uri, settings) else { return nil }
        return try? list.list.status(at: reference.index)
    }

    private func list(at uri: String, _ settings: SharingSettings) async -> CachedStatusList? {
        let now = context.trueNow
        // Roots may have been replaced since a list was verified.
        if registrarRootsOfLists != settings.registrarRoots {
            registrarLists = [:]
            registrarRootsOfLists = settings.registrarRoots
        }
        if let cached = registrarLists[uri], cached.fetchedAt <= now, now < cached.freshUntil { return cached }
        let roots = settings.registrarRoots.compactMap { try? Certificate(derEncoded: $0) }
        let verifier = StatusListVerifier(trust: .certificates(roots: roots))
        let request = NetworkRequest(
            method: .get, url: uri, headers: [NetworkHeaderField("Accept", StatusListToken.mediaType)], trustedRoots: settings.tlsRoots,
            maximumResponseSize: verifier.maximumBytes * 2)
        let response = await cards.answer(to: request) { [network = context.bridges.network] request in
            let answer = await untilStopped { () async -> NetworkResponse? in try? await network.response(to: request) }
            return answer.flatMap { $0 }
        }
        guard let response, response.status == 200, response.mediaType == StatusListToken.mediaType,
            let token = try? await verifier.verify(String(decoding: response.body, as: UTF8.self), from: uri, at: context.trueNow),
            context.isPresent, registrarRootsOfLists == settings.registrarRoots
        else { return nil }
        let freshUntil = token.freshUntil(fetchedAt: Int64(now.timeIntervalSince1970), maximum: Self.longestList)
        let list = CachedStatusList(
            list: token.list, freshUntil: Date(timeIntervalSince1970: TimeInterval(freshUntil)), fetchedAt: now)
        if registrarLists.count >= Self.maximumLists { registrarLists = [:] }
        registrarLists[uri] = list
        return list
    }
}
