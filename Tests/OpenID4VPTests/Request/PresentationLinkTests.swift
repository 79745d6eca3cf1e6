// SPDX-License-Identifier: EUPL-1.2

import OAuthMessages
import OpenID4VP
import Testing

/// Links and QR codes that ask for a presentation.
struct PresentationLinkTests {
    private static let client = "client_id=x509_san_dns%3Ashop.example"
    private static let query = "\(client)&request_uri=https%3A%2F%2Fshop.example%2Frequest%2F1"
    private static let long = "openid4vp://?\(query)&x=\(String(repeating: "x", count: PresentationLink.maximumBytes))"
    /// 43 characters, 32 bytes.
    private static let hash = String(repeating: "A", count: 43)

    @Test(arguments: [
        "openid4vp://?", "openid4vp:?", "openid4vp://authorize?", "haip-vp://?", "eu-eaap://?", "OPENID4VP://?",
        "https://wallet.example/link/disclosure?",
    ]) func `a link of a known kind is read`(_ base: String) throws {
        let link = try PresentationLink(parsing: base + Self.query)
        #expect(link.clientID.kind == .dnsName("shop.example"))
        #expect(link.requestURI.text == "https://shop.example/request/1")
        #expect(!link.isPost)
        #expect(link.declaredSession == nil)
    }

    @Test func `a link that was made is read as it was`() throws {
        for method in ["", "&request_uri_method=get", "&request_uri_method=post"] {
            let link = try PresentationLink(parsing: "openid4vp://?" + Self.query + method)
            #expect(link.isPost == method.hasSuffix("post"))
            #expect(try PresentationLink(parsing: link.link(base: "https://wallet.example/disclosure")) == link)
        }
    }

    @Test func `what else a link says is not used`() throws {
        let plain = try PresentationLink(parsing: "openid4vp://?" + Self.query)
        #expect(try PresentationLink(parsing: "openid4vp://?nonce=1&scope=pid&" + Self.query + "&request=a#client_id=b") == plain)
    }

    static let faults: [(link: String, RequestRefusal.Reason)] = [
        ("", .linkMalformed), ("openid4vp://", .linkMalformed), ("openid4vp://?", .linkMalformed),
        ("http://wallet.example/disclosure?\(query)", .linkMalformed), ("openid4vpx://?\(query)", .linkMalformed),
        ("https://?\(query)", .linkMalformed), ("openid4vp://?\(query)&\(client)", .linkMalformed),
        ("openid4vp://?\(query)&state=%zz", .linkMalformed), ("openid4vp://?\(query) ", .linkMalformed),
        ("openid4vp://?é&\(query)", .linkMalformed),
        ("https://wallet.example/disclosure#?\(query)", .linkMalformed), ("openid4vp://#?\(query)", .linkMalformed),
        (long, .linkMalformed),
        ("openid4vp://?request_uri=https%3A%2F%2Fshop.example", .linkMalformed),
        ("openid4vp://?client_id=shop&request_uri=https%3A%2F%2Fshop.example", .clientIDPrefix),
        ("openid4vp://?\(client)", .requestURI), ("openid4vp://?\(client)&request=a.b.c", .requestURI),
        ("openid4vp://?\(client)&request_uri=http%3A%2F%2Fshop.example", .requestURI),
        ("openid4vp://?\(client)&request_uri=https%3A%2F%2Fuser%40shop.example", .requestURI),
        ("openid4vp://?\(query)&request_uri_method=POST", .requestURIMethod),
        ("openid4vp://?\(query)&request_uri_method=put", .requestURIMethod),
        // Several faults: the first in the order of the reasons.
        ("openid4vp://?client_id=shop&request_uri=http%3A%2F%2Fshop.example&request_uri_method=put", .requestURI),
        ("openid4vp://?client_id=shop&request_uri=https%3A%2F%2Fshop.example&request_uri_method=put", .requestURIMethod),
    ]

    @Test(arguments: faults.indices) func `a faulty link is refused, and nobody is told`(_ index: Int) throws {
        let (link, reason) = Self.faults[index]
        let refusal = try #require(throws: RequestRefusal.self) { try PresentationLink(parsing: link) }
        #expect(refusal.reason == reason)
        #expect(!refusal.isPosted && !refusal.isVerifierKnown)
    }

    static let sessions: [(query: String, type: SessionType?)] = [
        ("session_type%3Dsame_device", .sameDevice), ("session_type%3Dcross_device%26t%3D1", .crossDevice),
        ("session_type%3Dsame_device%26session_type%3Dcross_device", .crossDevice), ("session%255Ftype%3Dcross_device", .crossDevice),
        ("session_type%3Dother", nil), ("t%3D%2525zz%26session_type%3Dsame_device", .sameDevice), ("", nil),
    ]

    @Test(arguments: sessions.indices) func `the session type is the one declared in request_uri`(_ index: Int) throws {
        let (query, type) = Self.sessions[index]
        let link = try PresentationLink(parsing: "openid4vp://?" + Self.query + "%3F" + query)
        #expect(link.declaredSession == type)
        // In the outer query it says nothing.
        let outer = try PresentationLink(parsing: "openid4vp://?session_type=cross_device&" + Self.query)
        #expect(outer.declaredSession == nil)
    }

    static let unfit: [String] = [
        "", "shop.example", "x509_hash", "x509_hash:", "x509_hash:AAAA", "x509_hash:\(hash)A", "x509_hash:\(hash.dropLast())B",
        "X509_HASH:\(hash)", "x509_san_dns:", "x509_san_dns:shop.example/path", "x509_san_dns:shop.example:443",
        "x509_san_dns:*.example", "x509_san_dns:shop.example?", "x509_san_dns:shop\u{301}.example",
        "x509_san_uri:https://shop.example", "redirect_uri:https://shop.example", "decentralized_identifier:did:example:1",
        "origin:https://shop.example", " x509_san_dns:shop.example",
    ]

    @Test(arguments: unfit) func `an identifier with another prefix or an unfit value is refused`(_ text: String) {
        #expect(throws: RequestRefusal(.clientIDPrefix)) { try ClientIdentifier(text) }
    }

    @Test func `an identifier with a hash is read`() throws {
        let text = "x509_hash:\(Self.hash)"
        let identifier = try ClientIdentifier(text)
        #expect(identifier.text == text)
        #expect(identifier.kind == .certificateHash([UInt8](repeating: 0, count: 32)))
    }
}
