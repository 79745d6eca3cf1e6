// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import SimulatedPhone
package import WalletApp
package import WebPages

/// What is drawn: the phone, its glass, and the rows that were taken.
package struct Workbench: Sendable {
    /// The phone's glass; the app's process puts its screens there.
    package let glass: Glass
    let phone: SimulatedPhone
    let browser: SimulatedBrowser
    let trace: Trace
    let files: StaticFiles
    let changes: ChangeSignal
    private let glassRenderer: GlassRenderer
    private let browserRenderer: BrowserRenderer
    private let designRenderer: DesignRenderer

    /// Reads everything that is needed for drawing.
    ///
    /// - Parameters:
    ///   - phone: the phone to draw and to operate.
    ///   - browser: the phone's browser.
    ///   - trace: where the app marks the rows that it takes.
    ///   - catalog: the app's sentences.
    /// - Throws: `MissingAsset` when a file that ships with this module is not there or not as it should be.
    package init(
        phone: SimulatedPhone, browser: SimulatedBrowser, trace: Trace, catalog: StringCatalog
    ) throws(MissingAsset) {
        let resources = Bundle.module.bundleURL
        let artwork = try Artwork()
        files = try StaticFiles(AssetFolder(resources.appending(path: "Assets")), kind: phone.device.kind)
        changes = ChangeSignal()
        glass = Glass(changes: changes)
        self.phone = phone
        self.browser = browser
        browserRenderer = BrowserRenderer(artwork: artwork)
        self.trace = trace
        glassRenderer = GlassRenderer(artwork: artwork, screens: ScreenRenderer(artwork: artwork, catalog: catalog))
        designRenderer = DesignRenderer(library: try DesignLibrary(directory: resources.appending(path: "FunctionalDesign")))
    }

    /// Everything that a page shows now.
    var page: PageState {
        let device = phone.snapshot
        return PageState(
            phone: glassRenderer.draw(device, showing: glass.shown), browser: browserRenderer.draw(browser.view, on: device),
            device: DeviceRenderer().html(device).markup,
            design: designRenderer.html(trace.entries).markup, clockOffset: Int64((phone.clock.offset * 1000).rounded()))
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
