// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PhoneSimulator

/// The addresses of pages in the frame: `/frame/KEY/NUMBER/HOST/PORT/PATH` of this server stands for `https://HOST:PORT/PATH`. Other pages
/// cannot guess the key, and each browser has its own; an address with an old number belongs to a frame that no longer exists.
struct FrameAddresses: Sendable {
    /// The beginning of every path.
    static let root = "/frame/"
    /// The beginning of every path with the key.
    let base: String

    init() {
        var random = SystemRandomNumberGenerator()
        base = Self.root + Base64URL.encode((0..<32).map { _ in random.next() }) + "/"
    }

    /// Returns the path of an address in the frame with that number.
    func path(to address: BrowserAddress, in number: Int) -> String {
        place(of: address, in: number) + address.text.dropFirst(address.origin.count + 1)
    }

    /// Returns the number and the address that a path represents; nil for any other path. The address is nil if the browser does not
    /// open it.
    func parse(_ path: String) -> (number: Int, address: BrowserAddress?)? {
        guard path.hasPrefix(base) else { return nil }
        let parts = path.dropFirst(base.count).split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let number = Int(parts[0]) else { return nil }
        return (number, BrowserAddress("https://\(parts[1]):\(parts[2])/\(parts[3])"))
    }

    /// Returns a page with the links that begin with `https` or with a slash leading to the frame's addresses. A link spelled otherwise
    /// leads outside, and the user's browser refuses it.
    func page(_ html: String, at address: BrowserAddress, in number: Int) -> String {
        let link = #/(?i)(\s(?:href|src|action|formaction)\s*=\s*["']?)(?:(https:\/\/[a-z0-9.:\-]+)(?:\/|(?=["'\s>?#]))|\/(?!\/))/#
        return html.replacing(link) { match in
            guard let target = match.2.map({ BrowserAddress(String($0)) }) ?? address else { return String(match.0) }
            return match.1 + place(of: target, in: number)
        }
    }

    private func place(of address: BrowserAddress, in number: Int) -> String { "\(base)\(number)/\(address.host)/\(address.port)/" }
}
