// SPDX-License-Identifier: EUPL-1.2

import WalletCore
import WalletInterface

/// Links that resemble valid ones, each with one fault.
enum HostileLinks {
    /// The configured patterns, written out again.
    static let right: [(kind: UniversalLinkKind, text: String)] = [
        (.issuance, "https://wallet.example/link/credential-offer"),
        (.disclosureBasedIssuance, "https://wallet.example/link/disclosure_based_issuance"),
        (.disclosure, "https://wallet.example/link/disclosure"),
        (.authenticationRedirect, "https://wallet.example/link/authentication"),
    ]

    /// Queries that a valid link may have.
    static let queries = [
        "", "?", "?request_uri=https%3A%2F%2Fverifier.example%2Fr%3Fa%3Db", "?a=b&a=c",
        "?code=SplxlOBeZQQYbYS6WxSbIA&state=af0-._~!$'()*+,;",
        "??", "?/../?", "?a=https://evil.example/", "?@evil.example", "?a=%00%0a%FF", "?--option", "?=", "?&&&",
    ]

    /// All hostile links, each once.
    static var all: [String] {
        var seen: Set<[UInt8]> = []
        // Strings that are equal in Unicode are different links.
        return (lastSegments.flatMap(variants) + whole).filter { seen.insert(Array($0.utf8)).inserted }
    }

    private static let lastSegments = ["credential-offer", "disclosure_based_issuance", "disclosure", "authentication"]

    private static func variants(_ segment: String) -> [String] {
        schemes.map { "\($0)wallet.example/link/\(segment)?a=b" }
            + authorities.map { "https://\($0)/link/\(segment)?a=b" }
            + paths(segment).map { "https://wallet.example\($0)?a=b" }
            + endings.map { "https://wallet.example/link/\(segment)\($0)" }
            + intruders.flatMap { intruder in
                [
                    "\(intruder)https://wallet.example/link/\(segment)", "ht\(intruder)tps://wallet.example/link/\(segment)",
                    "https:\(intruder)//wallet.example/link/\(segment)", "https://\(intruder)wallet.example/link/\(segment)",
                    "https://wallet\(intruder).example/link/\(segment)", "https://wallet.example\(intruder)/link/\(segment)",
                    "https://wallet.example/li\(intruder)nk/\(segment)", "https://wallet.example/link/\(segment)\(intruder)",
                    "https://wallet.example/link/\(segment)?a=\(intruder)b",
                ]
            }
    }

    /// The part before the host.
    private static let schemes = [
        "", "//", "://", ":", "http://", "HTTPS://", "Https://", "httpS://", "https:", "https:/", "https:///", "https:////", "https//",
        "https;//",
        "https:\\\\", "https:/\\", "https:\\/", "httpss://", "xhttps://", "https.://", "https+x://", "ftp://", "ws://", "wss://", "file://",
        "file:///", "data:", "javascript:", "javascript://", "view-source:https://", "blob:https://", "intent://", "mailto:",
        "urn:https://",
        "feed:https://", "jar:https://", "about:", "https://https://", "https:https://", "openid4vp://", "h\u{74}\u{0307}tps://",
        "\u{FF48}ttps://", "1https://", "-https://", "%68ttps://", "https%3A//", "https%3a%2f%2f", "https://evil.example/?https://",
        "https://evil.example/#https://", "https://evil.example/https://", "https://evil.example\\@", "https://evil.example#@",
        "https://evil.example?@", "https://evil.example/@",
    ]

    /// The part between the scheme and the path.
    private static let authorities = [
        "", ".", "..", "evil.example", "wallet.example.evil.example", "evilwallet.example", "evil-wallet.example", "evil.wallet.example",
        "wallet.examples", "wallet.exampl", "wallet", "example", "wallet.example.", "wallet.example..", ".wallet.example",
        "wallet..example",
        "wallet.example%2eevil.example", "wallet%2eexample", "wallet.e%78ample", "%77allet.example", "WALLET.EXAMPLE", "Wallet.example",
        "wallet.examplE", "wallet.example@evil.example", "evil.example@wallet.example", "@wallet.example", ":@wallet.example",
        "user@wallet.example", "user:@wallet.example", "user:password@wallet.example", "wallet.example:443@evil.example",
        "wallet.example%40evil.example", "wallet.example%00evil.example", "wallet.example%2f@evil.example",
        "wallet.example%23@evil.example",
        "wallet.example\\@evil.example", "wallet.example\\.evil.example", "evil.example\\wallet.example", "wallet.example;evil.example",
        "wallet.example&evil.example", "wallet.example,evil.example", "wallet.example:", "wallet.example:0", "wallet.example:00443",
        "wallet.example:0443", "wallet.example:443", "wallet.example:80", "wallet.example:8443", "wallet.example:65536",
        "wallet.example:-443",
        "wallet.example:+443", "wallet.example:443443443443443443443", "wallet.example:a", "wallet.example:4 43", "wallet.example::443",
        "wallet.example:443:443", "wallet.example:\u{0664}\u{0664}\u{0663}", "wallet.example:0x1bb", "wallet.example:44%33",
        "xn--wallet.example",
        "xn--wllet-9ra.example", "w\u{0430}llet.example", "wall\u{0435}t.example", "w\u{0430}ll\u{0435}t.\u{0435}xample",
        "wallet\u{3002}example",
        "wallet\u{FF0E}example", "wallet\u{FF61}example", "\u{FF57}allet.example", "wallet.exampl\u{00E9}", "wallet.example\u{0301}",
        "wallet.examp\u{2113}e", "\u{1D430}allet.example", "wallet\u{00AD}.example", "wallet\u{200B}.example", "wallet.\u{202E}elpmaxe",
        "127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "0", "localhost", "[::1]", "[::]", "[::ffff:127.0.0.1]",
        "[wallet.example]",
        "[v1.wallet]", "[fe80::1%25eth0]", "[::1", "::1", "wallet_example", "wallet-example", "wallet.example-", "-wallet.example",
        "wallet.ex ample",
        "wallet.example|evil", "wallet.example^", "wallet.example`", "wallet.example{}", "wallet.example\"", "wallet.example'",
        "wallet.example<",
        "wallet.example/", "wallet.example//", "wallet.example?", "wallet.example#", "*.example", "*", "wallet.*",
        String(repeating: "a", count: 64) + ".example", String(repeating: "a.", count: 200) + "example",
    ]

    /// The path, with its leading slash.
    private static func paths(_ segment: String) -> [String] {
        [
            "", "/", "//", "/link", "/link/", "/\(segment)", "link/\(segment)", "/link//\(segment)", "//link/\(segment)",
            "/link/\(segment)/",
            "/link/\(segment)//", "/link/\(segment)foo", "/link/\(segment)-foo", "/link/\(segment).foo", "/link/\(segment);foo",
            "/link/\(segment)=foo",
            "/link/\(segment)/foo", "/link/foo\(segment)", "/link/foo/\(segment)", "/link/foo/../\(segment)", "/link/./\(segment)",
            "/./link/\(segment)", "/../link/\(segment)", "/link/../link/\(segment)", "/link/\(segment)/.", "/link/\(segment)/..",
            "/link/\(segment)/foo/..", "/link/%2e/\(segment)", "/link/%2e%2e/link/\(segment)", "/link%2f\(segment)", "/link%2F\(segment)",
            "%2flink/\(segment)", "/link/\(segment)%2f", "/link/\(segment)%2f..", "/link/\(segment)%3f", "/link/\(segment)%23",
            "/link/\(segment)%00", "/link/\(segment)%0a", "/link/\(segment)%20", "/%6cink/\(segment)", "/%6Cink/\(segment)",
            "/%256cink/\(segment)", "/link/\(segment.prefix(1))%\(segment.dropFirst())", "/link\\\(segment)", "\\link\\\(segment)",
            "/link/\\\(segment)", "/link/\(segment)\\", "/LINK/\(segment)", "/Link/\(segment)", "/link/\(segment.uppercased())",
            "/link/\(segment.dropLast())", "/link/\(segment.dropFirst())", "/link/\(segment)\(segment)", "/link/\(segment),\(segment)",
            "/link/\(segment)&\(segment)", "/link/\(segment):443", "/link/@\(segment)", "/link/\(segment)@evil.example",
            "/links/\(segment)",
            "/lin/\(segment)", "/l\u{0456}nk/\(segment)", "/link/\(segment)\u{0301}", "/link\u{2215}\(segment)", "/link\u{FF0F}\(segment)",
            "/link/\(segment)\u{2024}", "/link/--\(segment)", "/link/\(segment)%", "/link/\(segment)%2", "/link/\(segment)%zz",
            "/link/\(segment)%c0%af", "/link/disclosurefoo", "/link/issuer", "/link/transfer", "/link/iss",
            "/link/disclosure-based-issuance",
        ]
    }

    /// The part after a valid path.
    private static let endings = [
        "#", "#a", "?#", "?a=b#", "?a=b#c", "#?a=b", "?a= b", "?a=\u{00E9}", "?a=\"b\"", "?a=<b>", "?a=%", "?a=%2", "?a=%zz", "?a=%%30",
        "?%", "?a=b%",
        "?a=[b]", "?a={b}", "?a=b|c", "?a=b\\c", "?a=`id`", "?a=b^c", "?a=$(id)\n", "?a=b\r\nHost: evil.example", "\u{0}?a=b", "?a=b\u{0}",
        "?a=%u0041", "?a=\u{202E}b", "?a=\u{1F600}", " ?a=b", "?a=b ", "\t", "&a=b", ";a=b", ":?a=b",
        "?" + String(repeating: "a", count: 8192),
        "?" + String(repeating: "a", count: 1_000_000), String(repeating: "/..", count: 3000), "?a=\u{7F}", "?a=\u{85}", "?a=\u{FEFF}",
    ]

    /// Characters that some programs skip, fold or display as another.
    private static let intruders = [
        " ", "\t", "\n", "\r", "\r\n", "\u{0}", "\u{1}", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}", "\u{200B}", "\u{200D}",
        "\u{200E}",
        "\u{202A}", "\u{202E}", "\u{2028}", "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E0020}", "\u{0301}", "\\", "\"", "<", ">", "^", "`",
        "{", "|",
        "[", "]", "#", "%", "%0~", "\u{FFFD}", "\u{FE0F}", "\u{34F}",
    ]

    /// Texts that hardly resemble links.
    private static let whole = [
        "", " ", "-", "--", "-h", "--help", "--config=/etc/passwd", "-- https://wallet.example/link/disclosure",
        "-https://wallet.example/link/disclosure", "--link=https://wallet.example/link/disclosure",
        "'https://wallet.example/link/disclosure'",
        "\"https://wallet.example/link/disclosure\"", "<https://wallet.example/link/disclosure>",
        "(https://wallet.example/link/disclosure)",
        "URL:https://wallet.example/link/disclosure", "url=https://wallet.example/link/disclosure", "@/etc/passwd", "$HOME", "$(id)",
        "`id`", "; id",
        "| id", "&& id", "../../etc/passwd", "/etc/passwd", "C:\\Windows", "\\\\server\\share", "file:///etc/passwd", "%s%s%s%n",
        "${jndi:ldap://x}",
        "'; DROP TABLE pending; --", "<script>alert(1)</script>", "\u{FEFF}", "\u{0}", "https", "https:", "https:/", "https://",
        "https://?", "https://#",
        "https://:443", "https://@", "https:///", "?", "#", "://", ":", "wallet.example", "wallet.example/link/disclosure",
        "https://wallet.example", "https://wallet.example/", "https://wallet.example?link/disclosure",
        "https://wallet.example#/link/disclosure",
        "https://wallet.example/?/link/disclosure", "https://wallet.example/link?/disclosure", "https://wallet.example/link#/disclosure",
        "https://wallet.example/link/disclosure https://wallet.example/link/disclosure",
        "https://wallet.example/link/disclosure\nhttps://wallet.example/link/disclosure",
        "https://wallet.example/link/disclosure,https://wallet.example/link/disclosure", String(repeating: "https://", count: 1000),
        String(repeating: "a", count: 9000), String(repeating: "%2e", count: 2000), String(repeating: "\u{1F468}\u{200D}", count: 1000),
        "openid4vp://?request_uri=a", "haip-vp://?request_uri=a", "eu-eaap://?request_uri=a",
        "openid-credential-offer://?credential_offer=a",
        "walletdebuginteraction://wallet.example/link/disclosure",
    ]
}
