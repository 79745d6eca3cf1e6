// SPDX-License-Identifier: EUPL-1.2

#if canImport(UIKit)

import AppleBridges
import Foundation
import PlatformSupport
import UIKit
import WalletPlatformTesting

/// The app: runs the first phase of the suite, in the next process the second, and writes the report for the auditor.
@main @MainActor final class ConformanceApp: UIResponder, UIApplicationDelegate {
    /// The app that the attestations name; replace both values, and the prefix of the links, by those of your app.
    private static let (teamID, bundleID) = ("ABCDE12345", "example.wallet.conformance")
    /// The beginning of the app's universal links (capability Associated Domains).
    private static let linkPrefix = "https://conformance.example/in/"

    private let guide = ScreenGuide()
    private let links = OpenedLinks()
    private let backgroundTime = BackgroundTime()
    private var window: UIWindow?
    private var phone: InstructedPhone?
    private var events: SystemEvents?
    /// The suite; it lives as long as the app.
    private var suite: Task<Void, Never>?

    func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = guide
        window.makeKeyAndVisible()
        self.window = window
        suite = Task {
            do {
                try await run()
            } catch {
                guide.say("The suite did not run: \(error)")
            }
        }
        return true
    }

    /// A universal link: the process is told the link, then the event.
    func application(
        _ application: UIApplication, continue activity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard let link = activity.webpageURL else { return false }
        links.open(link.absoluteString)
        phone?.tell(.openLink)
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) { backgroundTime.begin() }

    func applicationWillEnterForeground(_ application: UIApplication) { backgroundTime.end() }

    private func run() async throws {
        // snippet.phone
        let phone = InstructedPhone(
            "\(UIDevice.current.model), \(UIDevice.current.systemName) \(UIDevice.current.systemVersion)", platform: .iOS,
            bridges: try .apple(), links: links,
            attestations: try AppleJudge(
                root: String(decoding: try bundled("apple-app-attestation-root.pem"), as: UTF8.self), teamID: Self.teamID,
                bundleID: Self.bundleID),
            server: try? JSONDecoder().decode(SuiteServer.self, from: bundled("server.json")),
            linkPrefix: Self.linkPrefix, guide: guide)
        // snippet.end
        self.phone = phone
        events = SystemEvents { phone.tell($0) }
        let notebook = URL.documentsDirectory.appending(path: "notebook.json")
        guard let first = try? Data(contentsOf: notebook) else {
            let made = await ConformanceSuite.run(.beforeRestart, on: phone, limit: .seconds(600))
            try JSONEncoder().encode(made).write(to: notebook, options: .atomic)
            return guide.say("The first phase is over. End the app in the app switcher, and start it again.")
        }
        let both = await ConformanceSuite.run(
            .afterRestart, on: phone, with: try JSONDecoder().decode(Notebook.self, from: first), limit: .seconds(600))
        let report = ConformanceReport(on: phone, both, at: Date())
        try report.json().write(to: URL.documentsDirectory.appending(path: "conformance.json"), options: .atomic)
        try FileManager.default.removeItem(at: notebook)
        guide.say("\(report.kept) kept, \(report.broken) broken, \(report.notTried) not tried. The report is conformance.json.")
    }

    private func bundled(_ name: String) throws -> Data {
        guard let url = Bundle.main.url(forResource: name, withExtension: nil) else { throw CocoaError(.fileNoSuchFile) }
        return try Data(contentsOf: url)
    }
}

#endif
