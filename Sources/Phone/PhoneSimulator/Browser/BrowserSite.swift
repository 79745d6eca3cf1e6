// SPDX-License-Identifier: EUPL-1.2

/// A web site outside this program that the phone's browser may open.
package struct BrowserSite: Sendable, Hashable {
    /// `https://host[:port]`.
    package let origin: String
    /// The only trusted roots of its certificate, in DER; nil for the operating system's.
    package let roots: [[UInt8]]?

    package init(origin: String, roots: [[UInt8]]?) {
        self.origin = origin
        self.roots = roots
    }
}

/// Sends the browser's requests to the permitted sites only, each over TLS with its own roots.
struct SitePageNetwork: PageNetwork {
    /// The connection to each permitted origin.
    private let sites: [String: PinnedPageNetwork]

    /// - Parameters:
    ///   - sites: the first of several entries with the same origin counts.
    ///   - connectTimeout: the time limit of a connection.
    init(device: SimulatedDevice, sites: [BrowserSite], connectTimeout: Duration) {
        self.sites = Dictionary(
            sites.map {
                ($0.origin, PinnedPageNetwork(device: device, roots: $0.roots, resolve: { $0 }, connectTimeout: connectTimeout))
            }, uniquingKeysWith: { first, _ in first })
    }

    func send(_ request: PageRequest) async throws(BrowserFault) -> PageResponse {
        guard let site = sites[request.address.origin] else { throw .outside }
        return try await site.send(request)
    }
}
