// SPDX-License-Identifier: EUPL-1.2

import NIOHTTP1
import PhoneSimulator
import Testing

@testable import PhoneWeb

/// A file that the app hands over is a download of the page's browser: once, and for nobody else.
@Suite(.timeLimit(.minutes(20)))
struct DownloadTests {
    private static let text = #"{"format":"wallet-activities"}"#

    private static func file(named name: String = "wallet-activities.json") -> HandedFile {
        HandedFile(name: name, bytes: Array(text.utf8))
    }

    /// The headers of a browser that follows a link of the page: neither an origin nor a bearer.
    private static let link = [("Sec-Fetch-Site", "same-origin")]

    @Test func `the browser gets the file as an attachment, which nothing stores, without the bearer`() async throws {
        try await TestServer.serving { server in
            let file = Self.file()
            server.phone.phone.show(.file(file))
            let response = try await server.send("GET", "/download/\(file.key)", headers: Self.link)
            #expect(response.status == 200 && response.body == Self.text)
            #expect(response.headers["Content-Disposition"] == [#"attachment; filename="wallet-activities.json""#])
            #expect(response.headers["Content-Type"] == ["application/octet-stream"])
            for (name, value) in HeaderTests.expected { #expect(response.headers[name] == [value], "\(name)") }
        }
    }

    @Test func `a file is handed over once, and the phone then says so`() async throws {
        try await TestServer.serving { server in
            let (file, phone) = (Self.file(), server.phone.phone)
            phone.show(.file(file))
            try await server.expect(200, "GET", "/download/\(file.key)", headers: Self.link)
            #expect(phone.place == .savedFile(file.name))
            let screen = server.phone.workbench.page.phone.screen
            #expect(screen.contains("Files: saved") && screen.contains(file.name) && !screen.contains(file.key))
            try await server.expect(404, "GET", "/download/\(file.key)", headers: Self.link)
        }
    }

    @Test func `a refused request neither gets the file nor uses it up`() async throws {
        try await TestServer.serving { server in
            let (file, bearer) = (Self.file(), try await server.bearer())
            server.phone.phone.show(.file(file))
            let path = "/download/\(file.key)"
            for site in ["cross-site", "same-site", "none", ""] {
                try await server.expect(403, "GET", path, headers: [("Sec-Fetch-Site", site)])
            }
            try await server.expect(403, "GET", path)
            try await server.expect(403, "GET", path, headers: Self.link + [("Origin", "http://evil.example")])
            try await server.expect(421, "GET", path, headers: Self.link + [("Host", "evil.example")])
            let ours = server.headers(bearer: bearer)
            for wrong in [String(file.key.dropLast()), file.key.uppercased() + "0", file.name, "%2e%2e"] {
                try await server.expect(404, "GET", "/download/\(wrong)", headers: ours)
            }
            for method in ["POST", "PUT", "DELETE"] {
                let response = try await server.send(method, path, headers: ours)
                #expect((400...405).contains(response.status), "\(method)")
            }
            try await server.expect(200, "GET", path, headers: Self.link)
        }
    }

    @Test func `a file is gone when the phone shows something else`() async throws {
        try await TestServer.serving { server in
            let phone = server.phone.phone
            for place: SystemPlace? in [nil, .mail("help@a.example"), .file(Self.file())] {
                let file = Self.file()
                phone.show(.file(file))
                phone.show(place)
                try await server.expect(404, "GET", "/download/\(file.key)", headers: Self.link)
                #expect(phone.place == place)
            }
        }
    }

    @Test func `the address tells neither the name nor the contents, and each file has a key of its own`() {
        let keys = (0..<100).map { _ in Self.file().key }
        #expect(Set(keys).count == 100)
        #expect(keys.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
        #expect("\(Self.file())" == "wallet-activities.json")
    }

    @Test(arguments: [
        ("wallet-activities.json", "wallet-activities.json"), ("../../etc/passwd", "_.._etc_passwd"),
        ("a\"; b=\r\nSet-Cookie: c", "a___b__Set-Cookie__c"),
        ("Fatma Şahin.json", "Fatma__ahin.json"), (".profile", "profile"), ("...", "file"), ("", "file"),
        (String(repeating: "a", count: 300), String(repeating: "a", count: DownloadRoute.longestName)),
    ])
    func `the name of a file is plain, has no path and breaks no header`(name: String, saved: String) {
        #expect(DownloadRoute.name(of: Self.file(named: name)) == saved)
    }

    @Test(arguments: [
        (DeviceSettings.Language.english, "Save the file"), (DeviceSettings.Language.dutch, "Bestand opslaan"),
        (DeviceSettings.Language(rawValue: "de"), "Datei sichern"),
    ])
    func `the phone offers the file in its own language, with the key on its button only`(
        language: DeviceSettings.Language, label: String
    ) throws {
        let (test, file) = (try TestPhone(), Self.file())
        try test.phone.device.change { $0.language = language }
        test.phone.show(.file(file))
        let page = test.workbench.page
        #expect(page.phone.screen.contains(#"data-service="save" data-file="\#(file.key)">\#(label)</button>"#))
        #expect(page.phone.screen.ranges(of: file.key).count == 1 && !page.phone.screen.contains(Self.text))
        #expect(!page.device.contains(file.key) && !page.design.contains(file.key))
    }
}
