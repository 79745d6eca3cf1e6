// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC9.9 Scan QR.
@Suite(.timeLimit(.minutes(20)))
struct ScanCodeTests: Walk {
    let stage: Stage

    private static let off = ScanQRCode(light: .off)
    private static let ask = CameraNeeded(permission: .undetermined)
    private static let denied = CameraNeeded(permission: .denied)

    init() throws { stage = try Stage(in: .unlocked) }

    private func play(
        _ permission: CameraPermission, answering answer: CameraPermission? = nil, from origin: ScanCode.Origin = .menu,
        _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        stage.wallet.script { script in (script.cameraPermission, script.cameraAnswer) = (permission, answer) }
        return try await stage.play({ try await ScanCode($0).run(from: origin) }, script: script)
    }

    private func code(_ text: String) throws -> ScannedCode { try #require(ScannedCode(text)) }

    /// Holds a link of the wallet before the camera.
    private func shows(_ kind: UniversalLinkKind) throws { stage.wallet.looks(at: .link(try .sample(kind), try code("link"))) }

    // MARK: The permission

    @Test(arguments: [
        (ScanCode.Origin.menu, UseCase.showAppMenu(.menu)), (.dashboard, .showAllCards), (.link, .showAllCards),
    ])
    func `an allowed camera is used at once, and back leads to where the user came from`(
        _ origin: ScanCode.Origin, _ useCase: UseCase
    ) async throws {
        let next = try await play(.granted, from: origin) { glass in try await glass.sees(Self.off, presses: "1.3b") }
        #expect(next == useCase)
        #expect(stage.rows == ["UC9.9/1.1", "UC9.9/1.1a", "UC9.9/1.3", "UC9.9/1.3b"])
        #expect(!stage.wallet.calls.contains(.requestCameraPermission))
    }

    @Test func `the system asks once, and an allowed camera looks for a code`() async throws {
        _ = try await play(.undetermined, answering: .granted) { glass in try await glass.sees(Self.off, presses: "1.3b") }
        #expect(stage.rows.prefix(4) == ["UC9.9/1.1", "UC9.9/1.1b", "UC9.9/1.2", "UC9.9/1.2a"])
    }

    @Test func `while the system still asks, the screen offers to ask again, and help returns to it`() async throws {
        let wallet = stage.wallet
        _ = try await play(.undetermined) { glass in
            try await glass.sees(Self.ask, presses: "2.1b")
            try await glass.sees(HelpPage(topic: "UC9.9.camera"), presses: "1a")
            try await glass.sees(Self.ask, presses: "2.1c")
            try await glass.sees(Self.ask)
            wallet.script { $0.cameraAnswer = .granted }
            stage.press("UC9.9/2.1c")
            try await glass.sees(Self.off, presses: "1.3b")
        }
        #expect(stage.rows.contains("UC9.9/1.2b"))
    }

    @Test func `a camera that was refused for good leads to the settings, and the app notices the change when it is back`() async throws {
        let (wallet, presence) = (stage.wallet, stage.context.supervision.presence)
        _ = try await play(.denied) { glass in
            try await glass.sees(Self.denied, presses: "2.1d")
            let shown = try await glass.sees(Self.denied)
            // Back without a change: the screen stays as it is.
            presence.change { $0.note(.willEnterForeground) }
            #expect(stage.host.current == shown)
            wallet.script { $0.cameraPermission = .granted }
            presence.change { $0.note(.willEnterForeground) }
            try await glass.sees(Self.off, presses: "1.3b")
        }
        #expect(stage.left.places == [.appSettings])
    }

    @Test(arguments: [CameraPermission.restricted, .unavailable])
    func `where nobody here can allow the camera, the screen says so and offers only the way back`(
        _ permission: CameraPermission
    ) async throws {
        let screen = CameraNeeded(permission: permission)
        #expect(Set(Presentation.Drawn(screen).controls) == ["UC9.9/2.1a", "UC9.9/2.1b"])
        let next = try await play(permission) { glass in try await glass.sees(screen, presses: "2.1a") }
        #expect(next == .showAppMenu(.menu))
    }

    @Test func `a permission that the system withdraws in between is decided again`() async throws {
        let wallet = stage.wallet
        _ = try await play(.granted) { glass in
            try await glass.sees(Self.off)
            wallet.script { $0.cameraPermission = .denied }
            // The help page ends the scan; the next one is refused.
            stage.press("UC9.9/1.3c")
            try await glass.sees(HelpPage(topic: "UC9.9"), presses: "1a")
            while try await glass.next().top != Presentation.Drawn(Self.denied) {}
            stage.press("UC9.9/2.1a")
        }
        #expect(stage.rows.suffix(2) == ["UC9.9/2.1", "UC9.9/2.1a"])
    }

    // MARK: The code

    @Test(arguments: ScanProblem.allCases)
    func `a code that is not for this app is told with its reason, and is not read again while it is there`(
        _ problem: ScanProblem
    ) async throws {
        let (wallet, foreign) = (stage.wallet, try code("https://elsewhere.example/?secret=1"))
        _ = try await play(.granted) { glass in
            try await glass.sees(Self.off)
            wallet.looks(at: .notUsable(problem, foreign))
            try await glass.sees(NotACode(problem: problem), presses: "3.1a")
            try await glass.sees(Self.off)
            try await wallet.wait { $0.runningScans == 1 }
            stage.press("UC9.9/1.3b")
        }
        #expect(wallet.calls.filter { $0 != .requestCameraPermission } == [.scanCode(ignoring: nil), .scanCode(ignoring: foreign)])
        #expect(stage.rows.contains("UC9.9/1.4b"))
    }

    @Test(arguments: [UniversalLinkKind.issuance, .disclosureBasedIssuance])
    func `a code of an issuer leads to adding cards, and nothing is fetched`(_ kind: UniversalLinkKind) async throws {
        let next = try await play(.granted) { glass in
            try await glass.sees(Self.off)
            try shows(kind)
        }
        #expect(next == .obtainCards)
        #expect(stage.rows.suffix(5) == ["UC9.9/1.3a", "UC9.9/1.4", "UC9.9/1.4a", "UC9.9/1.5", "UC9.9/1.5a"])
        #expect(!stage.wallet.calls.contains(.startSharing))
    }

    @Test func `a code of an organization leads to sharing with the fetch that has begun, as from another device`() async throws {
        let next = try await play(.granted) { glass in
            try await glass.sees(Self.off)
            try shows(.disclosure)
        }
        #expect(next == .shareData(.link(try .sample(.disclosure), arrivedBy: .crossDevice)))
        #expect(stage.rows.suffix(2) == ["UC9.9/1.5", "UC9.9/1.5b"])
    }

    @Test func `a request that is there at once and is a login leads to logging in`() async throws {
        let (wallet, requests, link) = (stage.wallet, stage.context.supervision.sharing, try UniversalLink.sample(.disclosure))
        let refusal = SharingRefusal(organization: nil, cause: .brokenRequest, code: "sample", isLogin: true)
        wallet.script { $0.request = .refused(refusal) }
        let next = try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await requests.serve(wallet) }
            // Once it has a first result, it is served.
            requests.start(link, arrivedBy: .crossDevice)
            _ = try await requests.take()
            return try await play(.granted) { glass in
                try await glass.sees(Self.off)
                try shows(.disclosure)
            }
        }
        #expect(next == .logIn)
        #expect(stage.rows.suffix(2) == ["UC9.9/1.5", "UC9.9/1.5c"])
    }

    // MARK: The camera

    @Test func `the light is switched while the camera looks on`() async throws {
        let wallet = stage.wallet
        _ = try await play(.granted) { glass in
            try await glass.sees(Self.off)
            try await wallet.wait { $0.runningScans == 1 }
            stage.press("UC9.9/1.3d")
            try await glass.sees(ScanQRCode(light: .on), presses: "1.3d")
            try await glass.sees(Self.off, presses: "1.3b")
        }
        #expect(wallet.calls.filter { $0 == .scanCode(ignoring: nil) }.count == 1)
        #expect(wallet.calls.contains(.setCameraLight(true)) && wallet.calls.contains(.setCameraLight(false)))
    }

    @Test func `help ends the scan and returns to a new one`() async throws {
        _ = try await play(.granted) { glass in
            try await glass.sees(Self.off)
            try await stage.wallet.wait { $0.runningScans == 1 }
            stage.press("UC9.9/1.3c")
            try await glass.sees(HelpPage(topic: "UC9.9"))
            try await stage.wallet.wait { $0.runningScans == 0 }
            stage.press("help/1a")
            try await glass.sees(Self.off, presses: "1.3b")
        }
    }

    @Test(arguments: [(CameraProblem.unavailable, "K-02"), (.failed, "K-04")])
    func `a camera that fails shows a code, and a retry scans again`(_ problem: CameraProblem, _ code: String) async throws {
        stage.wallet.fails(.scanCode, .camera(problem))
        _ = try await play(.granted) { glass in
            while try await glass.next().top != Presentation.Drawn(GenericError(code: code)) {}
            stage.press("error/Generic.retry")
            try await glass.sees(Self.off, presses: "1.3b")
        }
    }

    @Test func `after an interruption the scan begins again when the app is back`() async throws {
        let (wallet, presence) = (stage.wallet, stage.context.supervision.presence)
        wallet.fails(.scanCode, .camera(.interrupted))
        presence.change { $0.note(.didEnterBackground) }
        _ = try await play(.granted) { glass in
            try await glass.sees(Self.off)
            try await wallet.wait { $0.calls.contains(.scanCode(ignoring: nil)) }
            presence.change { $0.note(.willEnterForeground) }
            try await wallet.wait { $0.runningScans == 1 }
            stage.press("UC9.9/1.3b")
        }
    }

    @Test func `a kill during a scan ends it, and takes no row`() async throws {
        stage.wallet.script { $0.cameraPermission = .granted }
        try await stage.playUntilKilled({ _ = try await ScanCode($0).run(from: .menu) }) { glass in
            try await glass.sees(Self.off)
            try await stage.wallet.wait { $0.runningScans == 1 }
        }
        #expect(stage.wallet.present.runningScans == 0)
        #expect(stage.rows.last == "UC9.9/1.3")
    }
}
