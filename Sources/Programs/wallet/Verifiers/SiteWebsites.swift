// SPDX-License-Identifier: EUPL-1.2

import DemoSites
import Foundation
import JSON
import OAuthMessages
import OpenID4VCI
import PIDIssuer
import ServerState

extension DemoSite {
    /// The site's own host of the verifier, below the host of the site, so that a person can compare it with the address on the laptop.
    var verifierHost: String { "delen." + host }
}

/// The public names of the sites, which one server serves below a path each.
struct SiteWebsites: Sendable {
    /// The server of all sites.
    let port: ServerName

    /// The current URL for a request to a site; nil for a request to another server.
    func resolve(_ address: String) -> String? {
        for site in DemoSite.allCases where address == site.address || address.hasPrefix(site.address + "/") {
            let path = address.dropFirst(site.address.count)
            return port.resolve("\(port.url)/\(site.rawValue)" + (path.isEmpty ? "/" : path))
        }
        return nil
    }
}

extension PinnedFetch {
    /// The maximum size of an answer of the verifier, in bytes: a result with a portrait.
    private static let maximumBytes = 1 << 20

    /// Sends a site's call to the verifier.
    ///
    /// - Throws: errors of the client.
    func send(_ call: SiteCall, to base: HTTPSURL) async throws -> SiteReply {
        guard let url = HTTPSURL(base.text + call.path) else { throw StartError("The verifier has no such address.") }
        var headers = HeaderFields([.init("Accept", "application/json"), .init("Authorization", "Bearer " + call.apiKey)])
        if call.isPost { headers.append("Content-Type", "application/json") }
        let answer = try await self(
            IssuanceRequest(
                method: call.isPost ? .post : .get, url: url, headers: headers, body: call.body, maximumResponseSize: Self.maximumBytes))
        let body = try? JSONObject(parsing: answer.body, limits: JSONLimits(maximumBytes: Self.maximumBytes))
        return SiteReply(status: answer.status, body: body ?? [:])
    }
}
