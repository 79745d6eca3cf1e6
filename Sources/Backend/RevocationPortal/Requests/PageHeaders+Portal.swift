// SPDX-License-Identifier: EUPL-1.2

import WebPages

extension PageHeaders {
    /// The portal's: its pages load its own files, and send their form to nobody else.
    static let portal = PageHeaders(contentSecurityPolicy: [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ])
}
