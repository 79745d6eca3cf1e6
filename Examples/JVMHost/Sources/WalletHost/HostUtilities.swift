// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The host's own facts about the phone.
struct HostUtilities: UtilitiesBridge {
    let storageDirectory: String
    let calls: HostCalls

    private struct Request: Encodable {}

    func installationIdentity() async -> InstallationIdentity? {
        let text = try? await calls.call("utilities.installationIdentity", Request()) as String?
        return text.flatMap { $0 }.flatMap { InstallationIdentity($0) }
    }

    func isStorageAvailable() async -> Bool { (try? await calls.call("utilities.isStorageAvailable", Request())) ?? false }

    /// A phone whose host does not reply counts as not rooted.
    func isDeviceRooted() async -> Bool { (try? await calls.call("utilities.isDeviceRooted", Request())) ?? false }
}
