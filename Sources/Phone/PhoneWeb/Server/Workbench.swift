// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
package import PhoneSimulator
package import WalletApp
import WebPages

/// The model of the page: the phone, its glass and the rows taken.
package struct Workbench: Sendable {
    /// The phone's glass; the app's process shows its screens there.
    package let glass: Glass
    let phone: SimulatedPhone
    let world: any World
    let browser: SimulatedBrowser
    let trace: Trace
    let files: StaticFiles
    let changes: ObservedValue<Int>
    private let guide = Guide()
    private let brand: Brand
    private let glassRenderer: GlassRenderer
    /// The addresses of the frame in the phone's browser.
    let frames: FrameAddresses
    private let browserRenderer: BrowserRenderer
    private let designRenderer: DesignRenderer

    /// Creates a workbench.
    ///
    /// - Parameters:
    ///   - phone: the phone to draw and operate.
    ///   - browser: the phone's browser.
    ///   - world: the phone's surroundings.
    ///   - trace: the record of the rows that the app takes.
    ///   - brand: the product on the phone.
    ///   - catalog: the app's texts.
    ///   - drawings: the resources to draw with.
    package init(
        phone: SimulatedPhone, browser: SimulatedBrowser, world: any World, trace: Trace, brand: Brand, catalog: StringCatalog,
        drawings: Drawings
    ) {
        let artwork = drawings.artwork
        files = drawings.files
        changes = ObservedValue(0)
        glass = Glass(changes: changes)
        self.phone = phone
        self.world = world
        self.browser = browser
        frames = FrameAddresses()
        browserRenderer = BrowserRenderer(
            artwork: artwork, frames: frames, catalogue: drawings.browser, appName: brand.names.product)
        self.trace = trace
        self.brand = brand
        glassRenderer = GlassRenderer(
            artwork: artwork, screens: ScreenRenderer(artwork: artwork, catalog: catalog), appName: brand.names.product)
        designRenderer = DesignRenderer(library: drawings.design)
    }

    /// A snapshot of everything a page shows.
    var page: PageState {
        var device = phone.snapshot
        let entries = trace.entries
        device.world = world.state
        device.guide = guide.state(after: entries)
        return PageState(
            phone: glassRenderer.draw(device, showing: glass.shown), browser: browserRenderer.draw(browser.view, on: device),
            device: DeviceRenderer(brand: brand).html(device).markup,
            portal: device.world.portal, design: designRenderer.html(entries).markup,
            clockOffset: Int64((phone.clock.offset * 1000).rounded()),
            steadyOffset: Int64((phone.clock.steadyOffset * 1000).rounded()))
    }

    /// Performs an action of the device column. An action that starts a test case only applies the settings of the case, in order.
    ///
    /// - Throws: `SimulatedPhoneError` or `WorldError`; then nothing has changed, except settings that a test case had already made.
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
        case .install(let isNext): try phone.install(version: isNext ? brand.version.next : nil)
        case .reinstallApp: try await phone.reinstallApp()
        case .restore(let withAppFiles): try await phone.restore(withAppFiles: withAppFiles)
        default: try action.perform(on: phone)
        }
    }

    /// Signals every change of the phone and every row to the open pages, until the task is cancelled.
    func watch() async {
        await withTaskGroup { group in
            group.addTask { for await _ in phone.appStateChanges() { changes.notify() } }
            group.addTask { for await _ in phone.device.settingsChanges() { changes.notify() } }
            group.addTask { for await _ in phone.sensor.statusChanges() { changes.notify() } }
            group.addTask { for await _ in phone.camera.statusChanges() { changes.notify() } }
            group.addTask { for await _ in browser.changes() { changes.notify() } }
            group.addTask { for await _ in trace.updates() { changes.notify() } }
        }
    }
}
