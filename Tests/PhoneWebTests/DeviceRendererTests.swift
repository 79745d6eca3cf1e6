// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletApp
import WebPages

@testable import PhoneSimulator
@testable import PhoneWeb

struct DeviceRendererTests {
    @Test(arguments: DeviceAction.all)
    func `every action has a unique name and a control`(action: DeviceAction) {
        #expect(DeviceAction(name: action.name) == action)
        #expect(DeviceAction.all.count { $0.name == action.name } == 1)
        var device = DeviceSnapshot()
        device.isLockedOut = true
        device.world.hasVerifiers = true
        device.sites = TestPhone.sites
        device.hasLaptop = true
        device.settings.isRooted = action == .rooted(false)
        if action == .leaveTour { device.guide.tour = TourState(.pin, on: .iPhone) }
        let attributes = "data-device=\"\(action.controlName)\" data-action=\"\(action.name)\""
        #expect(DeviceRenderer(brand: .nlWallet).html(device).markup.ranges(of: attributes).count == 1)
    }

    @Test(arguments: ["", "Launch", "launch ", "clock-61", "network-", "rooted", "<script>", "kill\u{0}"] + naughtyStrings)
    func `an unknown name is not an action`(name: String) {
        #expect(DeviceAction(name: name) == nil)
    }

    @Test(arguments: [
        AppState.notRunning: ["launch"], .foreground: ["background", "lock-device", "destroy-ui", "kill"],
        .background: ["foreground", "destroy-ui", "kill"], .withoutUserInterface: ["launch", "kill"],
    ])
    func `only controls that fit the app's state are enabled`(state: AppState, enabled: [String]) {
        let markup = DeviceRenderer(brand: .nlWallet).html(DeviceSnapshot(app: state)).markup
        for name in ["launch", "background", "foreground", "lock-device", "destroy-ui", "kill"] {
            #expect(markup.contains("data-action=\"\(name)\" disabled>") != enabled.contains(name))
        }
    }

    @Test
    func `faces can be presented only while a scan is waiting`() {
        for name in ["face-match", "face-no-match", "face-cancel"] {
            #expect(DeviceRenderer(brand: .nlWallet).html(DeviceSnapshot()).markup.contains("data-action=\"\(name)\" disabled>"))
            #expect(DeviceRenderer(brand: .nlWallet).html(DeviceSnapshot(prompt: .example)).markup.contains("data-action=\"\(name)\">"))
        }
    }

    @Test
    func `the switches show the phone's settings`() {
        var device = DeviceSnapshot()
        device.settings.network = .offline
        device.settings.isRooted = true
        device.settings.language = .dutch
        let markup = DeviceRenderer(brand: .nlWallet).html(device).markup
        #expect(markup.contains(#"aria-pressed="true" data-device="network-offline""#))
        #expect(markup.contains(#"aria-pressed="false" data-device="network-online""#))
        #expect(markup.contains(#"aria-pressed="true" data-device="language-nl""#))
        #expect(markup.contains(#"data-device="rooted" data-action="rooted-off" checked>"#))
    }

    @Test func `the device column names the phone and its sensor`() {
        let renderer = DeviceRenderer(brand: .nlWallet)
        func parts(_ kind: PhoneKind) -> String {
            let device = DeviceSnapshot(kind: kind)
            return renderer.sensor(device).markup + renderer.phone(device).markup + renderer.security(device).markup
        }
        let (iPhone, android) = (parts(.iPhone), parts(.android))
        #expect(iPhone.contains(#"data-phone="iphone">iPhone<"#) && iPhone.contains("Face ID") && !iPhone.contains("ingerprint"))
        #expect(android.contains(#"data-phone="android">Android phone<"#) && android.contains("Fingerprint"))
        #expect(!android.contains("Face ID") && !android.contains("face ") && !android.contains(">iPhone<"))
        #expect(iPhone.contains("get an Android phone") && android.contains("get an iPhone"))
    }

    @Test(arguments: PhoneKind.allCases)
    func `every explanation of a control links to an existing row`(kind: PhoneKind) throws {
        let (device, renderer) = (DeviceSnapshot(kind: kind), DeviceRenderer(brand: .nlWallet))
        let parts = [
            renderer.app(device), renderer.sensor(device), renderer.camera(device), renderer.network(device), renderer.clock(device),
            renderer.updates(device.world), renderer.links, renderer.revocation(device.world), renderer.security(device),
            renderer.phone(device),
        ]
        let hints = parts.flatMap { part in
            part.markup.split(separator: #"<p class="hint">"#).dropFirst().map { String($0.split(separator: "</p>")[0]) }
        }
        #expect(hints.count > 20)
        let library = try DesignLibrary(directory: Drawings.resources.appending(path: "FunctionalDesign"))
        for hint in hints {
            #expect(hint.contains(#"<span class="hint-rows">"#) && !hint.prefix { $0 != "<" }.contains("/"), "words first: \(hint)")
            #expect(hint.contains(/\b(UC|PF)\d|\b[a-z]+\/\w|\b\d+\.\d+[a-z]/), "\(hint)")
            for match in hint.matches(of: /\b((?:(?:UC|PF)[\d.]+|[a-z]+))\/(\d+(?:\.\d+)?[a-z]?|[A-Z]\w+)/) {
                let rows = try #require(library.table(of: String(match.1)), "\(match.0)").rows
                #expect(rows.contains { $0.number == String(match.2) }, "\(match.0)")
            }
        }
    }

    @Test func `groups are collapsed except the first groups and those for which the phone waits`() {
        func openGroups(_ device: DeviceSnapshot) -> [String] {
            DeviceRenderer(brand: .nlWallet).html(device).markup.split(separator: "<details ").compactMap { part in
                part.prefix { $0 != ">" }.hasSuffix(" open") ? part.split(separator: "\"")[3] : nil
            }.map(String.init)
        }
        #expect(openGroups(DeviceSnapshot()) == ["app"])
        let markup = DeviceRenderer(brand: .nlWallet).html(DeviceSnapshot(prompt: .example)).markup
        #expect(markup.contains(#"data-group="sensor" data-wanted="" open>"#))
    }

    @Test func `the heading of every group shows the group's settings`() {
        var device = DeviceSnapshot(world: WorldState(appVersion: "1.2.3", policy: .warnWeek, verdict: "warning, 7 days left"))
        device.settings.network = .garbage
        let markup = DeviceRenderer(brand: .nlWallet).html(device).markup
        #expect(markup.contains(#"<span class="group-now">Garbage</span>"#))
        #expect(markup.contains(#"<span class="group-now">warning, 7 days left</span>"#))
        #expect(markup.contains(#"aria-pressed="true" data-device="policy-warn-7""#))
        #expect(markup.contains("App 1.2.3."))
    }

    @Test func `the portal's link is enabled only while the portal runs`() {
        let (closed, open) = (DeviceSnapshot(), DeviceSnapshot(world: WorldState(portal: "http://localhost:1")))
        #expect(DeviceRenderer(brand: .nlWallet).html(closed).markup.contains(#"data-open="portal" disabled>"#))
        #expect(DeviceRenderer(brand: .nlWallet).html(open).markup.contains(#"data-open="portal">"#))
        // The portal's address is data for the page's script, never markup.
        #expect(!DeviceRenderer(brand: .nlWallet).html(open).markup.contains("localhost"))
    }

    @Test func `making a new phone ends the running case, and a text above the button says what is lost`() async throws {
        let test = try TestPhone()
        try await test.workbench.operate(.testCase(13))
        let markup = test.workbench.page.device
        let (words, button) = (markup.range(of: "PIN, cards and keys"), markup.range(of: #"data-action="new-phone-android""#))
        let (said, offered) = (try #require(words), try #require(button))
        #expect(said.upperBound < offered.lowerBound)
        // This test has no maker of Android phones.
        await #expect(throws: SimulatedPhoneError.self) { try await test.workbench.operate(.newPhone(.android)) }
        try await test.workbench.operate(.newPhone(.iPhone))
        #expect(!test.workbench.page.device.contains("Test case in hand"))
    }

    @Test(arguments: PhoneKind.allCases)
    func `the app can be deleted and reinstalled, and a text above the button says what is lost`(_ kind: PhoneKind) async throws {
        let test = try TestPhone(kind)
        let file = test.phone.storageDirectory + "/wallet.db"
        _ = FileManager.default.createFile(atPath: file, contents: Data("cards".utf8))
        let markup = test.workbench.page.device
        let (words, button) = (markup.range(of: "deletes the app"), markup.range(of: #"data-action="reinstall-app""#))
        #expect(try #require(words).upperBound < #require(button).lowerBound)
        #expect(markup.contains("keeps its keys") == (kind == .iPhone))
        let before = test.phone.device.contents.installation
        try await test.workbench.operate(.reinstallApp)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(test.phone.device.contents.installation != before)
    }

    @Test(arguments: [false, true])
    func `a backup is restored with or without the app's files`(hasAppFiles: Bool) async throws {
        let test = try TestPhone()
        let file = test.phone.storageDirectory + "/wallet.db"
        _ = FileManager.default.createFile(atPath: file, contents: Data("cards".utf8))
        try test.phone.device.update { $0.encryptionKeys["key"] = Data([1]) }
        try await test.workbench.operate(.restore(withAppFiles: hasAppFiles))
        #expect(FileManager.default.fileExists(atPath: file) == hasAppFiles)
        #expect(test.phone.device.contents.encryptionKeys.isEmpty)
    }

    @Test func `the device key alone can be lost`() async throws {
        let test = try TestPhone()
        try test.phone.device.update { hardware in
            hardware.attestedKeys["key"] = .init(privateKey: Data([1]))
            hardware.encryptionKeys["key"] = Data([1])
        }
        try await test.workbench.operate(.loseDeviceKey)
        let contents = test.phone.device.contents
        #expect(contents.attestedKeys.isEmpty && contents.encryptionKeys.count == 1)
    }

    @Test(arguments: DeviceAction.all, PhoneKind.allCases)
    func `every action changes the phone as its label says`(action: DeviceAction, kind: PhoneKind) throws {
        let test = try TestPhone(kind)
        defer { withExtendedLifetime(test) {} }
        let phone = test.phone
        if action == .rooted(false) { try DeviceAction.rooted(true).perform(on: phone) }
        try action.perform(on: phone)
        let settings = phone.device.settings
        switch action {
        case .rooted(let isRooted): #expect(settings.isRooted == isRooted)
        case .network(let network): #expect(settings.network == network)
        case .attestation(let attestation): #expect(settings.attestation == attestation)
        case .camera(.access(let access)): #expect(settings.camera == access)
        case .sensor(let sensor): #expect(phone.device.sensorKind == kind.biometricKind(of: sensor))
        case .biometrics(let biometrics): #expect(settings.biometrics == biometrics)
        case .language(let language): #expect(settings.language == language)
        case .clock(let step): #expect(phone.clock.now == TestPhone.start.addingTimeInterval(Double(step.rawValue)))
        case .sleep(let step): #expect(phone.worldClock.now == TestPhone.start.addingTimeInterval(Double(step.rawValue)))
        case .turnClock(let turn):
            #expect(phone.clock.now == TestPhone.start.addingTimeInterval(Double(turn.rawValue)))
            #expect(phone.worldClock.now == TestPhone.start)
        case .lockSensor: #expect(phone.sensor.status.isLockedOut)
        case .passcode: #expect(!phone.sensor.status.isLockedOut)
        case .clockRight: #expect(phone.clock.now == TestPhone.start)
        case .launch, .background, .foreground, .lockDevice, .destroyUI, .kill, .faceMatch, .faceNoMatch, .faceTryAgain,
            .faceFallback, .faceCancel, .anotherFace, .camera,
            .install, .world, .site, .newPhone, .reinstallApp, .restore, .loseDeviceKey, .testCase, .leaveTestCase, .tour, .leaveTour:
            break
        }
    }

    @Test func `the installed versions are the brand's next and released versions`() async throws {
        let test = try TestPhone()
        try await test.workbench.operate(.install(isNext: true))
        #expect(test.phone.device.settings.appVersion == Brand.nlWallet.version.next)
        try await test.workbench.operate(.install(isNext: false))
        #expect(test.phone.device.settings.appVersion == nil)
    }

    @Test(arguments: Brand.all)
    func `the phone offers every language of the brand`(_ brand: Brand) {
        let markup = DeviceRenderer(brand: brand).html(DeviceSnapshot()).markup
        #expect(markup.ranges(of: "data-action=\"language-").count == brand.languages.count)
        for language in brand.languages {
            #expect(markup.contains("data-action=\"language-\(language.rawValue)\">\(language.ownName)<"))
            #expect(DeviceAction(name: "language-\(language.rawValue)") == .language(.init(rawValue: language.rawValue)))
        }
    }

    @Test(arguments: ["language-", "language-d", "language-DE", "language-dede", "language-de-", "language-de-AT-x", "language-../de"])
    func `an invalid language name is not a language`(_ name: String) { #expect(DeviceAction(name: name) == nil) }
}
