// SPDX-License-Identifier: EUPL-1.2

import Foundation
import NIOCore
import ProviderState

/// Where one of the demo's servers listens: on the port that a person chose, or on the one in its name, or on a free one when that is taken.
struct DemoPort {
    /// By what name wallets know the server.
    let name: ServerName
    /// The port in the name.
    let number: Int
    private let first: Int
    private let isChosen: Bool
    private let option: String

    /// - Parameters:
    ///   - part: the server's directory below the state directory.
    ///   - chosen: what the person chose; nil for the port in the name.
    ///   - pagePort: not to be taken.
    ///   - named: ports in the names of other servers; no two names are the same.
    ///   - option: how the person chooses.
    /// - Throws: `StartError` when the name cannot be read or kept.
    init(in directory: DemoDirectory, of part: String, chosen: Int?, pagePort: Int?, named: [Int] = [], option: String) throws {
        let wanted = chosen.flatMap { named.contains($0) ? nil : $0 }
        number = try directory.port(of: part, else: wanted ?? Self.freePort(besides: named))
        guard !named.contains(number) else { throw StartError("Two servers of the demo have the same name; --fresh starts anew.") }
        name = ServerName(port: number)
        first = chosen ?? (number == pagePort ? 0 : number)
        isChosen = chosen != nil
        self.option = option
    }

    /// One below those that systems give out by themselves.
    private static func freePort(besides named: [Int]) -> Int {
        (20_000..<32_000).filter { !named.contains($0) }.randomElement() ?? 20_000
    }

    /// Serves there, or on a free port.
    func serve(_ run: (_ port: Int) async throws -> Void) async throws {
        do {
            try await run(first)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            guard !isChosen else {
                throw StartError("Port \(first) is in use by another program; leave out \(option) to get a free one.")
            }
            try await run(0)
        }
    }
}
