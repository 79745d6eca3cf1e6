// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import SimulatedPhone
package import WalletApp
import WebPages

/// What is drawn: the phone, its glass, and the rows that were taken.
package struct Workbench: Sendable {
    /// The phone's glass; the app's process puts its screens there.
    package let glass: Glass
    let phone: SimulatedPhone
    let world: any World
    let browser: SimulatedBrowser
    let trace: Trace
    let files: StaticFiles
    let changes: ChangeSignal
    private let guide = Guide()
    private let glassRenderer: GlassRenderer
    private let browserRenderer: BrowserRenderer
    private let designRenderer: DesignRenderer

    /// Draws nothing yet.
    ///
    /// - Parameters:
    ///   - phone: the phone to draw and to operate.
    ///   - browser: the phone's browser.
    ///   - world: what is around it.
    ///   - trace: where the app marks the rows that it takes.
    ///   - catalog: the app's sentences.
    ///   - drawings: what it is drawn with.
    package init(
        phone: SimulatedPhone, browser: SimulatedBrowser, world: any World, trace: Trace, catalog: StringCatalog, drawings: Drawings
    ) {
        let artwork = drawings.artwork
        files = drawings.files
        changes = ChangeSignal()
        glass = Glass(changes: changes)
        self.phone = phone
        self.world = world
        self.browser = browser
        browserRenderer = BrowserRenderer(artwork: artwork)
        self.trace = trace
        glassRenderer = GlassRenderer(artwork: artwork, screens: ScreenRenderer(artwork: artwork, catalog: catalog))
        designRenderer = DesignRenderer(library: drawings.design)
    }

    /// Everything that a page shows now.
    var page: PageState {
        var device = phone.snapshot
        let entries = trace.entries
        device.world = world.state
        device.guide = guide.state(after: entries)
        return PageState(
            phone: glassRenderer.draw(device, showing: glass.shown), browser: browserRenderer.draw(browser.view, on: device),
            device: DeviceRenderer().html(device).markup,
            portal: device.world.portal, design: designRenderer.html(entries).markup,
            clockOffset: Int64((phone.clock.offset * 1000).rounded()),
            steadyOffset: Int64((phone.clock.steadyOffset * 1000).rounded()))
    }

    /// Does what the device column was asked for. A test case sets its switches, one after the other, and nothing else.
    ///
    /// - Throws: `SimulatedPhoneError` or `WorldError`; nothing was changed then, but for the switches that a test case had set before.
    func operate(_ action: DeviceAction) async throws {
        defer { changes.notify() }
        switch action {
        case .world(let action): try await action.perform(in: world, with: phone)
        case .testCase(let number):
            guard let testCase = TestCase.numbered(number) else { return }
            for setting in testCase.settings { try await operate(setting) }
            guide.begin(testCase, on: phone.device.kind, after: trace.entries)
        case .leaveTestCase: guide.leave()
        case .tour(let tour): guide.begin(tour, on: phone.device.kind, after: trace.entries)
        case .leaveTour: guide.leaveTour()
        case .newPhone(let kind):
            guide.leave()
            browser.close()
            try await phone.renew(as: kind)
            browser.renew()
        case .reinstallApp: try await phone.reinstallApp()
        case .restore(let withAppFiles): try await phone.restore(withAppFiles: withAppFiles)
        default: try action.perform(on: phone)
        }
    }

    /// Passes every change of the phone and every row on to the open pages, until the task is cancelled.
    func watch() async {
        await withTaskGroup { group in
            group.addTask { for await _ in phone.appStateChanges() { changes.notify() } }
            group.addTask { for await _ in phone.device.settingsChanges() { changes.notify() } }
            group.addTask { for await _ in phone.sensor.statusChanges() { changes.notify() } }
            group.addTask { for await _ in browser.changes() { changes.notify() } }
            group.addTask { for await _ in trace.updates() { changes.notify() } }
        }
    }
}
