// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import Logging

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `bare-hummingbird`: a minimal program that serves a page with Hummingbird. It prints its address, as `wallet` does.
@main
struct BareHummingbird {
    static func main() async throws {
        let router = Router()
        router.get { _, _ in "<!doctype html>" }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                let line = Array("Open http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\n".utf8)
                _ = unsafe write(1, line, line.count)
            },
            logger: Logger(label: "bare-hummingbird") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService()
    }
}
