// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird

/// Tells whether the browser says that a form comes from a page of ours. It stands beside the form's token, not in its place.
struct OriginCheck: Sendable {
    let origin: PublicOrigin

    /// Whether the request is known to be ours: its `Origin` is, or, when that is hidden, `Sec-Fetch-Site` says so. Nothing may say otherwise.
    func isOurs(_ request: Request) -> Bool {
        let origins = request.headers.values(of: "Origin")
        let sites = request.headers.values(of: "Sec-Fetch-Site")
        guard origins.count <= 1, sites.count <= 1, sites.isEmpty || sites == ["same-origin"] else { return false }
        if let named = origins.first, named != "null" { return named == origin.text(authority: request.head.authority) }
        return sites == ["same-origin"]
    }
}

extension HTTPFields {
    /// All values of a field by its name.
    fileprivate func values(of name: String) -> [String] {
        HTTPField.Name(name).map { self[values: $0] } ?? []
    }
}
