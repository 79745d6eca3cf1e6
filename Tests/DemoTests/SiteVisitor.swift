// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import OAuthMessages
import OpenID4VCI
import PIDIssuer
import Testing
import WalletConfiguration

@testable import PhoneSimulator
@testable import wallet

/// A browser for the demo's sites and its verifier: keeps cookies by origin, and follows no redirects.
final class SiteVisitor {
    private let fetch: PinnedFetch
    private var cookies: [String: [String: String]] = [:]

    /// A page, or a redirect.
    struct Answer {
        let status: Int
        let location: String?
        let text: String
    }

    init(_ stage: DemoStage) throws {
        let site = stage.verifiers.browserSite
        fetch = try PinnedFetch(roots: stage.verifiers.sharing().tlsRoots, timeout: Timeouts.patient.login) { site.resolve($0) ?? $0 }
    }

    func get(_ address: String) async throws -> Answer { try await send(.get, address) }

    func post(_ address: String) async throws -> Answer { try await send(.post, address) }

    private func send(_ method: IssuanceRequest.Method, _ address: String) async throws -> Answer {
        let url = try #require(HTTPSURL(address))
        var headers = HeaderFields()
        let kept = cookies[url.origin] ?? [:]
        if !kept.isEmpty { headers.append("Cookie", kept.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")) }
        let answer = try await fetch(IssuanceRequest(method: method, url: url, headers: headers, maximumResponseSize: 1 << 20))
        for field in answer.headers.values("Set-Cookie") {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { cookies[url.origin, default: [:]][pair[0]] = pair[1] }
        }
        return Answer(
            status: answer.status, location: answer.headers.values("Location").first, text: String(decoding: answer.body, as: UTF8.self))
    }
}
