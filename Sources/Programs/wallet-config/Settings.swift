// SPDX-License-Identifier: EUPL-1.2

import ServerCommands
import ServerKit

/// All settings in the order of printing. Settings contain no secrets, only the paths of files with secrets.
extension Serve {
    static let settings = CommandSettings<Serve>(
        [
            .text("state") { $0.state }, .text("configuration") { $0.configuration }, .text("update-policy") { $0.updatePolicy },
            .text("signers") { $0.signers }, .text("host") { $0.listener.host }, .number("port") { $0.port },
            .texts("trusted-proxy") { $0.proxies.trustedProxies },
        ] + Setting.tls { $0.tls } + Setting.operation(limits: ConnectionLimits()) { $0.serving.operation })
}
