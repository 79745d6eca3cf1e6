// SPDX-License-Identifier: EUPL-1.2

import WebPages

extension PageHeaders {
    /// The headers of the portal's pages. The pages load and submit to the portal only.
    static let portal = PageHeaders(contentSecurityPolicy: [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ])
}
