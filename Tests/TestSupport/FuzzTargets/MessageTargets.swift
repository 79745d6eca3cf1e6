// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages

/// The parts of messages that issuance and presentation share.
extension FuzzTarget {
    /// A form or the query of a URL.
    static let form = FuzzTarget(
        "form",
        seeds: {
            [
                "client_id=a&request_uri=https%3A%2F%2Fv.example%2F1%3Fa%3Db&request_uri_method=post", "a=b%20c+d", "a=%F0%9F%98%80&b=é",
                "a=&b&c=1", "a=1&a=2", "a&a=1", "=1", "a=%zz", "a=%C3", "&&", "a==&b=%3D",
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            guard let form = try? FormParameters(parsing: input) else { return .refused }
            // Writing escapes what a sender need not.
            let again = try? FormParameters(parsing: form.encoded.utf8, maximumBytes: 3 * FormParameters.maximumBytes)
            try FuzzFinding.unless(again == form, "parameters that are not read as they were written")
            let areFound = form.pairs.allSatisfy { !$0.value.isEmpty && form[$0.name] == $0.value }
            try FuzzFinding.unless(areFound, "a parameter that is not found")
            return .accepted
        })

    /// An https address. Its parts and its normal forms are addresses of the same host.
    static let httpsURL = FuzzTarget(
        "https-url",
        seeds: {
            [
                "https://v.example", "https://v.example:8443/a/b?c=d&e=%20", "https://V.Example:443/%41%2f/?", "https://192.0.2.1/a..b",
                "https://v.example/../a", "https://v.example/%2E%2e", "https://user@v.example", "https://v.example/#a",
                "http://v.example", "https://v.example:0443", "https://-v.example", "https://v..example", "https://[::1]",
            ].map { Array($0.utf8) }
        },
        run: { input throws(FuzzFinding) in
            let text = String(decoding: input, as: UTF8.self)
            if let target = HTTPSURL(target: text) {
                try FuzzFinding.unless(target.query == nil, "a target with a query")
            }
            guard let url = HTTPSURL(text) else { return .refused }
            try FuzzFinding.unless(url.text.utf8.elementsEqual(input), "an address that is not kept as it was written")
            let rest = url.path + (url.query.map { "?" + $0 } ?? "")
            try FuzzFinding.unless(text.hasPrefix("https://" + url.host) && text.hasSuffix(rest), "parts that are not the text's")
            let origin = HTTPSURL(url.origin)
            try FuzzFinding.unless(
                origin?.host == url.host.lowercased() && origin?.port == url.port && origin?.path == "", "an origin of another host")
            let withoutQuery = HTTPSURL(url.withoutQuery)
            try FuzzFinding.unless(
                withoutQuery?.host == url.host && withoutQuery?.path == url.path && withoutQuery?.query == nil,
                "an address that differs without its query")
            let normalized = HTTPSURL(target: url.normalizedTarget)?.normalizedTarget
            try FuzzFinding.unless(normalized == url.normalizedTarget, "a normal form that has another")
            return .accepted
        })
}
