// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ServerKit
import ServerState

/// The port of a demo server: the chosen port, otherwise the port in its name, or a free port if that is taken.
struct DemoPort {
    /// The permanent name by which wallets address the server.
    let name: ServerName
    let number: Int
    private let first: Int
    private let isChosen: Bool
    private let option: String

    /// - Parameters:
    ///   - part: the server's directory in the state directory.
    ///   - chosen: the port on the command line; nil for the port in the name.
    ///   - pagePort: the page's port, which must not be used.
    ///   - named: the ports in other servers' names, which must not be used.
    ///   - option: the option for choosing the port.
    ///   - hosts: further hosts that lead to the server.
    /// - Throws: `StartError` if the name cannot be read or stored.
    init(
        in directory: DemoDirectory, of part: String, chosen: Int?, pagePort: Int?, named: [Int] = [], option: String, hosts: [String] = []
    ) throws {
        let wanted = chosen.flatMap { named.contains($0) ? nil : $0 }
        number = try directory.port(of: part, else: wanted ?? Self.freePort(besides: named))
        guard !named.contains(number) else {
            throw StartError("Two servers of the demo have the same name; --fresh starts with a new phone and new servers.")
        }
        name = ServerName(port: number, hosts: hosts)
        first = chosen ?? (number == pagePort ? 0 : number)
        isChosen = chosen != nil
        self.option = option
    }

    /// A random port below the range of ephemeral ports.
    private static func freePort(besides named: [Int]) -> Int {
        (20_000..<32_000).filter { !named.contains($0) }.randomElement() ?? 20_000
    }

    /// Serves on the port, or on a free port if it is taken.
    ///
    /// - Parameter run: serves on this port, 0 for any free port; throws `ListenError` if it cannot listen.
    /// - Throws: `StartError` if the port was chosen and is taken; otherwise the errors of `run`.
    func serve(_ run: (_ port: Int) async throws -> Void) async throws {
        do {
            try await run(first)
        } catch let error as ListenError where error.isPortInUse {
            guard !isChosen else {
                throw StartError("Port \(first) is in use by another program; leave out \(option) to get a free one.")
            }
            try await run(0)
        }
    }
}
