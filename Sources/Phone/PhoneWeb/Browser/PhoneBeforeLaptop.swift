// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import Synchronization

/// The phone that its user holds before the laptop. The camera then sees the pictures of the laptop's page, and of every later page, until
/// the user takes the phone away or closes the laptop.
final class PhoneBeforeLaptop: Sendable {
    private let camera: DeviceCamera
    private let laptop: SimulatedBrowser
    private let held = Mutex(false)

    init(camera: DeviceCamera, laptop: SimulatedBrowser) {
        self.camera = camera
        self.laptop = laptop
    }

    /// True while the phone is held before the laptop.
    var isHeld: Bool { held.withLock { $0 } }

    /// Holds the phone before the laptop.
    func hold() async {
        held.withLock { $0 = true }
        await noteChange()
    }

    /// Takes the phone away; the camera then sees nothing. Does nothing if the phone is not held before the laptop.
    func takeAway() {
        let wasHeld = held.withLock { held in
            defer { held = false }
            return held
        }
        if wasHeld { camera.lookAway() }
    }

    /// Looks again after the laptop has changed. A page that has not loaded its pictures yet may still show one: until then the camera
    /// sees those of the page before.
    func noteChange() async {
        while isHeld {
            let view = laptop.view
            guard view.isOpen else { return takeAway() }
            if case .page = view.content, !view.isComplete, view.pictureCount == 0 { return }
            if view.content == .blank { return }
            await camera.look(atAll: laptop.pictures)
            // Taken away in the meantime: what was seen last no longer counts.
            guard isHeld else { return camera.lookAway() }
            if laptop.view == view { return }
        }
    }
}
