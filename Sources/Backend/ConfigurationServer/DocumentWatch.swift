// SPDX-License-Identifier: EUPL-1.2

import ServiceLifecycle

/// Looks at the files again and again until told to stop.
struct DocumentWatch: Service {
    let server: ConfigurationServer
    let interval: Duration

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                server.refresh()
                try await Task.sleep(for: interval)
            }
        }
    }
}
