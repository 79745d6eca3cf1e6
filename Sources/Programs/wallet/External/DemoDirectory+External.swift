// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import PhoneSimulator
import ServerState
import WalletConfiguration

extension DemoDirectory {
    /// Binds this directory to its servers, because its phone is registered there.
    ///
    /// - Parameter address: the configuration server of servers that run elsewhere; nil for the demo's own servers.
    /// - Throws: `StartError` if the phone belongs to other servers; nothing is changed.
    func keep(to address: String?) throws {
        let path = state.path + "/" + Self.external
        guard FileManager.default.fileExists(atPath: path) else {
            guard let address else { return }
            guard !FileManager.default.fileExists(atPath: state.path + "/" + Self.phone) else {
                throw other("the demo's own servers", or: "leave out --external to go on with it")
            }
            return try write(Array((address + "\n").utf8), to: Self.external)
        }
        guard let text = try? BoundedRead.text(of: path, atMost: 4096, from: .plainFile),
            let there = WebAddress(base: text.trimmingCharacters(in: .newlines))
        else { throw StartError("\(path) is damaged. Nothing was changed; --fresh deletes it and starts again.") }
        guard there.text == address else {
            throw other("the servers of \(there.text)", or: "give --external with their address or configuration to go on with it")
        }
    }

    private func other(_ servers: String, or remedy: String) -> StartError {
        StartError(
            "The phone in \(state.path) belongs to \(servers). Nothing was changed; \(remedy), choose another --state, or add --fresh to start again without it."
        )
    }
}
