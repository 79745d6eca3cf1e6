// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import JSON
import PhoneSimulator
import Testing
import WebPages

@testable import PhoneWeb
@testable import WalletApp

/// The camera on the glass and in the device column, and the picture that the tester holds before it.
struct CameraTests {
    private static func picture(_ name: String) throws -> [UInt8] {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/QRPictures/\(name)").standardizedFileURL
        return Array(try Data(contentsOf: file))
    }

    private func body(_ png: [UInt8]) -> String { #"{"png":"\#(Base64URL.encode(png))"}"# }

    // MARK: The route

    @Test(arguments: [("link.png", 1), ("none.png", 0), ("conformance-both.png", 2)])
    func `a picture is held before the camera, and the number of its codes is told`(name: String, count: Int) async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            let response = try await server.send("POST", "/camera", headers: headers, body: body(try Self.picture(name)))
            #expect(response.status == 200)
            #expect(response.body == #"{"codes":\#(count)}"#)
            #expect(server.phone.phone.camera.status.codeCount == count)
        }
    }

    @Test func `anything but a PNG picture is refused, and the camera sees what it saw before`() async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            let code = try Self.picture("link.png")
            try await server.expect(200, "POST", "/camera", headers: headers, body: body(code))
            let others = [[], Array("GIF89a".utf8), Array(code.prefix(40)), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)]
            for other in others { try await server.expect(422, "POST", "/camera", headers: headers, body: body(other)) }
            #expect(server.phone.phone.camera.status.codeCount == 1)
        }
    }

    @Test(arguments: ["too-wide.png", "huge.png"])
    func `a picture that is too wide or too high is refused`(name: String) async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            try await server.expect(413, "POST", "/camera", headers: headers, body: body(try Self.picture(name)))
        }
    }

    @Test func `a body larger than the largest picture is refused, also at other routes`() async throws {
        try await TestServer.serving { server in
            let headers = server.headers(bearer: try await server.bearer())
            let large = #"{"png":"\#(String(repeating: "A", count: RequestBody.Picture.maximumSize))"}"#
            try await server.expect(413, "POST", "/camera", headers: headers, body: large)
            let usual = #"{"action":"\#(String(repeating: "A", count: RequestBody.maximumSize))"}"#
            try await server.expect(413, "POST", "/device", headers: headers, body: usual)
        }
    }

    @Test(arguments: ["{}", #"{"png":1}"#, #"{"png":"a b"}"#, #"{"png":"","more":1}"#, "[]", ""])
    func `a body of another form is refused`(text: String) async throws {
        try await TestServer.serving { server in
            try await server.expect(400, "POST", "/camera", headers: server.headers(bearer: try await server.bearer()), body: text)
        }
    }

    // MARK: The glass

    private func glass(_ device: DeviceSnapshot, _ kind: PhoneKind = .iPhone) throws -> PageState.Phone {
        let phone = try TestPhone(kind)
        return GlassRenderer(artwork: try phone.artwork, screens: try phone.screens, appName: "NL Wallet").draw(device, showing: nil)
    }

    private func asking(_ kind: PhoneKind, in language: String) -> DeviceSnapshot {
        var device = DeviceSnapshot(kind: kind, app: .foreground)
        device.camera.isAsking = true
        device.settings.language = .init(rawValue: language)
        return device
    }

    @Test(arguments: [
        ("en", "Would Like to Access the Camera", "take pictures and record video"), ("nl", "wil toegang tot de camera", "maakt en video"),
        ("de", "auf die Kamera zugreifen", "Bilder und Videos"),
        ("fy", "Would Like to Access the Camera", "take pictures and record video"),
    ])
    func `each phone asks in its own words and in its language`(language: String, iPhone: String, android: String) throws {
        let (first, second) = (try glass(asking(.iPhone, in: language)).sensor, try glass(asking(.android, in: language), .android).sensor)
        #expect(first.contains(iPhone) && second.contains(android))
        for markup in [first, second] {
            #expect(markup.contains(#"role="alertdialog" aria-modal="true" aria-labelledby="sensor-title""#))
            #expect(markup.contains("NL Wallet"))
            #expect(markup.contains(#"data-action="camera-allow""#) && markup.contains(#"data-action="camera-refuse""#))
        }
        #expect(first.contains("sensor-text") && !second.contains("sensor-text"))
    }

    @Test(arguments: [
        (CameraAccess.denied, "camera-granted"), (.undetermined, "camera-granted"), (.granted, "camera-denied"),
    ])
    func `the settings of the app have a switch for the camera`(access: CameraAccess, action: String) throws {
        var device = DeviceSnapshot(app: .background, place: .appSettings)
        device.settings.camera = access
        let markup = try glass(device).screen
        #expect(markup.contains(#"role="switch" aria-checked="\#(access == .granted)" data-action="\#(action)""#))
        #expect(markup.contains(#"<h2 id="screen-title" tabindex="-1">"#) && markup.ranges(of: "screen-title").count == 1)
    }

    @Test(arguments: [CameraAccess.restricted, .noCamera])
    func `what the user cannot change has no switch`(access: CameraAccess) throws {
        var device = DeviceSnapshot(app: .background, place: .appSettings)
        device.settings.camera = access
        #expect(!(try glass(device).screen.contains("role=\"switch\"")))
    }

    @Test func `the mail app shows the address, escaped`() throws {
        let markup = try glass(DeviceSnapshot(app: .background, place: .mail("<b>@a.example"))).screen
        #expect(markup.contains("&lt;b&gt;@a.example") && !markup.contains("<b>@"))
    }

    private func viewfinder(_ camera: CameraView, isLightOn: Bool = false) throws -> String {
        let screen = AnyScreen([.title("title"), .viewfinder("label", isLightOn: isLightOn)])
        let presentation = Presentation(
            ticket: 1, top: Presentation.Drawn(screen), below: nil, direction: .none, isLive: true)
        return try TestPhone().screens.html(presentation, in: .english, camera: camera).markup
    }

    @Test func `the viewfinder shows a dark room, then the picture before the camera, and is described`() throws {
        let room = try viewfinder(CameraView())
        #expect(room.contains(#"class="viewfinder" role="img" aria-label="en label" data-light="off" data-scene="room""#))
        #expect(!room.contains("<img"))
        let png = Data(try Self.picture("link.png")).base64EncodedString()
        let picture = try #require(EmbeddedPicture("data:image/png;base64,\(png)"))
        let held = try viewfinder(CameraView(isOn: true, codeCount: 1, picture: picture), isLightOn: true)
        #expect(held.contains(#"data-light="on" data-scene="picture""#) && held.contains("data:image/png;base64,\(png)"))
        #expect(try viewfinder(CameraView(isOn: true, codeCount: 1)).contains(#"data-scene="sheet""#))
    }

    @Test func `the group of the camera is open while the phone asks or the camera looks`() {
        let closed = DeviceRenderer(brand: .nlWallet).camera(DeviceSnapshot()).markup
        #expect(!closed.contains("data-wanted") && closed.contains(#"data-action="camera-allow" disabled>"#))
        let asking = DeviceRenderer(brand: .nlWallet).camera(asking(.iPhone, in: "en")).markup
        #expect(asking.contains("data-wanted") && asking.contains(#"data-action="camera-allow">"#))
    }

    @Test func `a picture stays before the camera until it is taken away, and the glass gets it only during a scan`() async throws {
        let test = try TestPhone()
        let png = try Self.picture("link.png")
        try await test.phone.camera.look(at: png)
        #expect(test.phone.camera.picture == png)
        #expect(CameraView(test.phone.camera).picture == nil)
        try await test.workbench.operate(.camera(.lookAway))
        #expect(test.phone.camera.picture == nil && test.phone.camera.status.codeCount == 0)
    }
}
