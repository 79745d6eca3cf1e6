// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import PhoneSimulator

/// The pictures that a browser keeps of the open page, and pages that ask to be loaded again.
@Suite(.timeLimit(.minutes(20))) struct PagePicturesTests {
    private static let start = "https://issuer.example/start"
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func picture(_ byte: UInt8, _ mediaType: String = "image/png", size: Int = 9) -> PageResponse {
        PageResponse(status: 200, mediaType: mediaType, body: signature + [UInt8](repeating: byte, count: size - signature.count))
    }

    private static let pages = FakePages { request throws(BrowserFault) in
        switch request.address.path {
        case "/start", "/other": .html("page")
        case "/svg": Self.picture(0, "image/svg+xml")
        case "/false": PageResponse(status: 200, mediaType: "image/png", body: Array("no picture".utf8))
        case "/large": Self.picture(0, size: 128 * 1024 + 1)
        case "/largest": Self.picture(0, size: 128 * 1024)
        case let path: Self.picture(UInt8(path.dropFirst()) ?? 0)
        }
    }

    @Test func `the last four pictures of the open page are kept, and no other image`() async throws {
        try await BrowserStage.running(Self.pages) { stage in
            _ = await stage.open(Self.start)
            let number = stage.browser.view.number
            for path in ["/svg", "/false", "/large"] { _ = await stage.part(.image, path, in: number) }
            _ = await stage.part(.style, "/1", in: number)
            #expect(stage.browser.pictures.isEmpty && stage.browser.view.pictureCount == 0)
            #expect(await stage.part(.image, "/largest", in: number)?.count == 128 * 1024)
            #expect(stage.browser.pictures.count == 1)
            for path in ["/1", "/2", "/3", "/4", "/5", "/5", "/3"] { _ = await stage.part(.image, path, in: number) }
            #expect(stage.browser.pictures.map(\.last) == [2, 4, 5, 3])
            #expect(stage.browser.view.pictureCount == PagePictures.most)
        }
    }

    @Test func `the pictures are forgotten with their page, and an old frame adds none`() async throws {
        try await BrowserStage.running(Self.pages) { stage in
            let endings: [@Sendable () async -> Void] = [
                { await stage.follow("https://issuer.example/other") }, { await stage.follow(Self.start) }, { stage.browser.reload() },
                { stage.browser.open(Self.start) }, { stage.browser.close() },
                { _ = stage.browser.refuse(in: stage.browser.view.number) },
            ]
            for end in endings {
                _ = await stage.open(Self.start)
                let number = stage.browser.view.number
                _ = await stage.part(.image, "/1", in: number)
                #expect(stage.browser.pictures.count == 1)
                await end()
                #expect(stage.browser.pictures.isEmpty && stage.browser.view.pictureCount == 0)
                if stage.browser.view.number != number {
                    #expect(await stage.part(.image, "/1", in: number) == nil)
                    #expect(stage.browser.pictures.isEmpty)
                }
            }
        }
    }

    @Test func `a page is complete once its own frame says so`() async throws {
        try await BrowserStage.running(Self.pages) { stage in
            _ = await stage.open(Self.start)
            let number = stage.browser.view.number
            #expect(!stage.browser.view.isComplete && !stage.browser.noteLoaded(in: number - 1) && !stage.browser.view.isComplete)
            #expect(stage.browser.noteLoaded(in: number) && stage.browser.view.isComplete)
            await stage.follow("https://issuer.example/other")
            #expect(stage.browser.view.number == number && !stage.browser.view.isComplete)
            stage.browser.close()
            #expect(!stage.browser.noteLoaded(in: number) && !stage.browser.view.isComplete)
        }
    }

    @Test(arguments: [
        (#"<meta http-equiv="refresh" content="5">"#, 5), (#"<META HTTP-EQUIV=refresh CONTENT=3600 />"#, 3600),
        ("<meta\n http-equiv = 'Refresh' content = '1'>", 1),
    ])
    func `a page that asks for it is loaded again, and the request is taken out of it`(meta: String, seconds: Int) {
        var page = PageResponse.html("<head>é\(meta)</head>")
        #expect(PageRefresh.take(from: &page) == seconds)
        #expect(String(decoding: page.body, as: UTF8.self) == "<head>é</head>")
    }

    @Test(arguments: [
        #"<meta http-equiv="refresh" content="0">"#, #"<meta http-equiv="refresh" content="3601">"#,
        #"<meta http-equiv="refresh" content="-5">"#, #"<meta http-equiv="refresh" content="5; url=https://evil.example/">"#,
        #"<meta http-equiv="refresh" content="99999999999999999999">"#, #"<meta http-equiv="refresher" content="5">"#,
        #"<meta name="refresh" content="5">"#, #"<meta http-equiv="refresh">"#,
        String(repeating: " ", count: 8192) + #"<meta http-equiv="refresh" content="5">"#,
    ])
    func `another request, and a request behind the beginning of a page, counts for nothing`(text: String) {
        var page = PageResponse.html(text)
        #expect(PageRefresh.take(from: &page) == nil)
        #expect(page == .html(text))
        page = PageResponse(status: 200, mediaType: "text/plain", body: Array(#"<meta http-equiv="refresh" content="5">"#.utf8))
        #expect(PageRefresh.take(from: &page) == nil)
    }

    @Test func `a hostile page takes no longer than another`() {
        for piece in ["<meta ", "<meta http-equiv=refresh content=", " ", "<meta http-equiv", "'"] {
            var page = PageResponse.html(String(repeating: piece, count: 512 * 1024 / piece.utf8.count))
            #expect(PageRefresh.take(from: &page) == nil)
        }
    }
}
