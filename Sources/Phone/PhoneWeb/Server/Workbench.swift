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
    /// The browser of the laptop beside the phone; nil without a laptop.
    let laptop: SimulatedBrowser?
    /// The phone before the laptop; nil without a laptop.
    let beforeLaptop: PhoneBeforeLaptop?
    /// The web sites to open on phone and laptop.
    let sites: [OfferedSite]
    let trace: Trace
    let files: StaticFiles
    let changes: ObservedValue<Int>
    private let guide = Guide()
    private let brand: Brand
    private let glassRenderer: GlassRenderer
    /// The addresses of the frame in the phone's browser.
    let frames: FrameAddresses
    private let browserRenderer: BrowserRenderer
    private let laptopRenderer: LaptopRenderer
    private let designRenderer: DesignRenderer

    /// Creates a workbench.
    ///
    /// - Parameters:
    ///   - phone: the phone to draw and operate.
    ///   - browser: the phone's browser.
    ///   - laptop: the browser of a laptop beside the phone; nil for no laptop.
    ///   - sites: the web sites to open on phone and laptop.
    ///   - world: the phone's surroundings.
    ///   - trace: the record of the rows that the app takes.
    ///   - brand: the product on the phone.
    ///   - catalog: the app's texts.
    ///   - drawings: the resources to draw with.
    package init(
        phone: SimulatedPhone, browser: SimulatedBrowser, laptop: SimulatedBrowser? = nil, sites: [OfferedSite] = [], world: any World,
        trace: Trace, brand: Brand, catalog: StringCatalog, drawings: Drawings
    ) {
        let artwork = drawings.artwork
        files = drawings.files
        changes = ObservedValue(0)
        glass = Glass(changes: changes)
        self.phone = phone
        self.world = world
        self.browser = browser
        self.laptop = laptop
        self.sites = sites
        beforeLaptop = laptop.map { PhoneBeforeLaptop(camera: phone.camera, laptop: $0) }
        frames = FrameAddresses()
        browserRenderer = BrowserRenderer(
            artwork: artwork, frames: frames, catalogue: drawings.browser, appName: brand.names.product)
        laptopRenderer = LaptopRenderer(artwork: artwork, frames: FrameAddresses(), catalogue: drawings.browser)
        self.trace = trace
        self.brand = brand
        glassRenderer = GlassRenderer(
            artwork: artwork, screens: ScreenRenderer(artwork: artwork, catalog: catalog), appName: brand.names.product)
        designRenderer = DesignRenderer(library: drawings.design)
    }

    /// Answers the frames, each browser's under its own addresses.
    var relays: [BrowserRelay] {
        let ofLaptop = laptop.map { BrowserRelay(name: .laptop, browser: $0, frames: laptopRenderer.frames) }
        return [BrowserRelay(name: .phone, browser: browser, frames: frames)] + [ofLaptop].compactMap(\.self)
    }

    /// A snapshot of everything a page shows.
    var page: PageState {
        var device = phone.snapshot
        let entries = trace.entries
        device.world = world.state
        device.guide = guide.state(after: entries)
        device.sites = sites
        device.hasLaptop = laptop != nil
        return PageState(
            phone: glassRenderer.draw(device, showing: glass.shown), browser: browserRenderer.draw(browser.view, on: device),
            laptop: laptop.flatMap { laptopRenderer.draw($0.view, isHeld: beforeLaptop?.isHeld == true) },
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
        case .site(let action): try await perform(action)
        case .testCase(let number):
            guard let testCase = TestCase.numbered(number) else { return }
            for setting in testCase.settings { try await operate(setting) }
            guide.begin(testCase, on: phone.device.kind, after: trace.entries)
        case .leaveTestCase: guide.leave()
        case .tour(let tour): guide.begin(tour, on: phone.device.kind, after: trace.entries)
        case .leaveTour: guide.leaveTour()
        case .newPhone(let kind):
            guide.leave()
            beforeLaptop?.takeAway()
            browser.close()
            try await phone.renew(as: kind)
            browser.renew()
        case .install(let isNext): try phone.install(version: isNext ? brand.version.next : nil)
        case .reinstallApp: try await phone.reinstallApp()
        case .restore(let withAppFiles): try await phone.restore(withAppFiles: withAppFiles)
        default: try action.perform(on: phone)
        }
    }

    private func perform(_ action: SiteAction) async throws(WorldError) {
        switch action {
        case .open(let number, let name):
            guard sites.indices.contains(number), let relay = relays.first(where: { $0.name == name }) else { throw .notDone }
            let address = sites[number].address
            // The page before is never shown.
            relay.browser.open(address)
            if name == .phone { phone.show(.browser(address)) }
        case .hold: await beforeLaptop?.hold()
        case .takeAway: beforeLaptop?.takeAway()
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
            if let laptop { group.addTask { await watch(laptop) } }
            group.addTask { for await _ in trace.updates() { changes.notify() } }
        }
    }

    /// Signals every change of the laptop, and shows the camera what it then shows.
    private func watch(_ laptop: SimulatedBrowser) async {
        for await _ in laptop.changes() {
            changes.notify()
            await beforeLaptop?.noteChange()
            changes.notify()
        }
    }
}
