// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// UC9.9 Scan QR. The core judges what the camera reads; nothing of a foreign code is shown, opened or kept.
struct ScanCode {
    /// The place from which the user came, and to which *Back* leads.
    enum Origin: Sendable, Equatable {
        case menu, dashboard
        /// The prompt of a link that another app has scanned (PF2.7/2.1b).
        case link

        /// The use case to which *Back* leads.
        fileprivate var useCase: UseCase { self == .menu ? .showAppMenu(.menu) : .showAllCards }
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC9.9")
    }

    func run(from origin: Origin) async throws -> UseCase {
        var permission = try await decide()
        // The code that may still be before the camera.
        var last: ScannedCode?
        while true {
            guard permission == .granted else {
                guard let answer = try await explain(permission) else { return origin.useCase }
                permission = answer
                continue
            }
            switch try await Viewfinder(context).scan(ignoring: last) {
            case .back: return origin.useCase
            case .help: try await context.showHelp(on: "UC9.9")
            case .code(let result):
                last = result.code
                if let next = try await judge(result) { return next }
            case .failed(let code):
                // The system may have withdrawn the permission in the meantime.
                if code == .camera(.notAllowed) { permission = try await decide() }
                guard permission == .granted else { continue }
                try await ErrorFlow(context).runOrRestart(WalletCoreError(code, "the scan"))
            }
        }
    }

    // MARK: The permission

    /// 1.1, and 1.2 without the permission.
    private func decide() async throws -> CameraPermission {
        trace("1.1")
        guard try await permission() != .granted else {
            trace("1.1a")
            return .granted
        }
        trace("1.1b")
        return try await ask()
    }

    /// 1.2: the system asks above the present screen, unless the user has refused for good.
    private func ask() async throws -> CameraPermission {
        trace("1.2")
        let answer = try await context.whenUnlocked { try await $0.requestCameraPermission() }
        // A killed process must not trace a row.
        try Task.checkCancellation()
        trace(answer == .granted ? "1.2a" : "1.2b")
        return answer
    }

    private func permission() async throws -> CameraPermission { try await context.whenUnlocked { try await $0.cameraPermission() } }

    /// 2.1, until the permission is another one.
    ///
    /// - Returns: the new permission; nil when the user goes back.
    private func explain(_ permission: CameraPermission) async throws -> CameraPermission? {
        let resumes = context.supervision.presence.value.resumes
        while true {
            switch try await context.ui.show(
                CameraNeeded(permission: permission), orUntil: { try await changes(from: permission, since: resumes) })
            {
            case nil:
                return try await decide()
            case .grant:
                return try await ask()
            case .openSettings:
                await context.leave(.appSettings)
            case .back:
                return nil
            case .help:
                try await context.showHelp(on: "UC9.9.camera")
            }
        }
    }

    /// Waits until the app is back with another permission: the user may have been in the settings.
    ///
    /// - Parameter resumes: the number of resumes at an earlier moment.
    private func changes(from permission: CameraPermission, since resumes: Int) async throws {
        var seen = resumes
        repeat {
            try await context.supervision.resumed(since: seen)
            seen = context.supervision.presence.value.resumes
        } while try await self.permission() == permission
    }

    // MARK: The code

    /// 1.4, and 3.1 for a code that is not for this scanner.
    ///
    /// - Returns: nil to scan again.
    private func judge(_ result: ScanResult) async throws -> UseCase? {
        for row in ["1.3a", "1.4"] { trace(row) }
        switch result {
        case .link(let link, _):
            trace("1.4a")
            return try await resolve(link)
        case .notUsable(let problem, _):
            trace("1.4b")
            _ = try await context.ui.show(NotACode(problem: problem))
            return nil
        }
    }
}

extension ScanCode {
    /// 1.5. The request of an organization is fetched here, and UC5.1/1.1 or UC5.2/1.1 goes on with the same fetch and tells its errors. Only
    /// the request says whether it is a login; if it is not there in time, UC5.1 finds out.
    private func resolve(_ link: UniversalLink) async throws -> UseCase {
        trace("1.5")
        guard link.kind.flows != [.issuance] else {
            trace("1.5a")
            return .obtainCards
        }
        context.supervision.sharing.start(link, arrivedBy: .crossDevice)
        let state = try await context.supervision.sharing.early(by: context.steady)
        guard state?.isLogin == true else {
            trace("1.5b")
            return .shareData(.link(link, arrivedBy: .crossDevice))
        }
        trace("1.5c")
        return .logIn
    }
}
