// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// A network whose requests have at least a minute, so that a busy machine fails none.
private struct PatientNetwork: NetworkBridge {
    let network: any NetworkBridge

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        var request = request
        request.timeout = max(request.timeout, .seconds(60))
        return try await network.send(request)
    }
}

extension AppProcess {
    /// The same process with a patient network.
    var patient: AppProcess {
        let patient = PlatformBridges(
            attestedKey: bridges.attestedKey, encryptionKey: bridges.encryptionKey, biometrics: bridges.biometrics,
            camera: bridges.camera, network: PatientNetwork(network: bridges.network), clock: bridges.clock, utilities: bridges.utilities)
        return AppProcess(bridges: patient, lifecycle: lifecycle, links: links)
    }
}
