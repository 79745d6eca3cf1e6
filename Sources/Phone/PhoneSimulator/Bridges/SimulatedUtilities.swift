// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The app's directory and the root check of the simulated phone.
struct SimulatedUtilities: UtilitiesBridge {
    let device: SimulatedDevice
    let storageDirectory: String

    func installationIdentity() async -> InstallationIdentity? { device.contents.installation.flatMap(InstallationIdentity.init) }

    func isStorageAvailable() async -> Bool { !device.isAwaitingUnlock }

    func isDeviceRooted() async -> Bool { device.settings.isRooted }
}
