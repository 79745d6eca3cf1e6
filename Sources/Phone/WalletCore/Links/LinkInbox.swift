// SPDX-License-Identifier: EUPL-1.2

package import DurableFiles
import Foundation
import Synchronization
package import WalletInterface

/// Keeps each opened link from its delivery by the system until the wallet has stored it, even if the process is killed.
///
/// The links are stored in the file `links` in the app's own directory. The file is unsealed, because the system waits for the call and the
/// store's key may be inaccessible at that time. A link usually stays there for milliseconds. Erasing the wallet leaves the file: its links
/// are handled afterwards.
///
/// - SeeAlso: threats-and-faults.md, F-D4; PF2.7.
package final class LinkInbox: KeptLinks {
    private struct State {
        /// False as long as the file exists and cannot be read, such as before the phone is first unlocked.
        var isRead = false
        var links: [KeptLink] = []
        var lastNumber = 0
    }

    /// The largest number of links; the oldest are dropped.
    static let most = 64
    /// The longest link that is written to the file, in bytes. The core accepts none that is longer.
    static let longest = 8192
    package static let fileName = "links"
    // A control character takes six bytes in JSON.
    private static let maximumBytes = most * (longest * 6 + 4) + 2

    private let file: DurableFile
    private let state = Mutex(State())

    /// Opens the file in the app's own directory. A missing, damaged or foreign file counts as empty.
    package convenience init(in directory: String) { self.init(in: directory, calls: SystemFileCalls()) }

    /// Opens the file in a directory with these calls of the operating system.
    package init(in directory: String, calls: any FileCalls) {
        file = DurableFile(directory + "/" + Self.fileName, calls: calls)
    }

    /// Keeps a link. The link is on disk when this returns, unless the disk is full, the phone was not unlocked yet, or the text is too
    /// long for any link: then the link waits in memory.
    package func keep(_ text: String) {
        change { state in Self.add(text, to: &state) }
    }

    /// Returns the link that has waited longest; nil if none waits.
    package func oldest() -> KeptLink? {
        state.withLock { state in
            read(&state)
            return state.links.first
        }
    }

    /// Removes a link from memory and disk. A link that does not wait changes nothing.
    package func forget(_ link: KeptLink) {
        change { $0.links.removeAll { $0 == link } }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            read(&state)
            let before = state.links
            body(&state)
            guard state.isRead, state.links != before else { return }
            write(state.links)
        }
    }

    private static func add(_ text: String, to state: inout State) {
        state.lastNumber += 1
        state.links.append(KeptLink(number: state.lastNumber, text: text))
        state.links.removeFirst(max(0, state.links.count - most))
    }

    /// Reads the file once. Links opened before the read are placed after the links of the file.
    private func read(_ state: inout State) {
        guard !state.isRead else { return }
        var texts: [String] = []
        do {
            texts = try JSONDecoder().decode(
                [String].self, from: Data(BoundedRead.bytes(of: file.path, atMost: Self.maximumBytes, from: .plainFile)))
        } catch let error as FileError where error.code == .refused {
            return
        } catch {
            // Missing, or not a file of links.
        }
        state.isRead = true
        // Their numbers stay: a caller may be using one of the links.
        let early = state.links
        state.links = []
        for text in texts { Self.add(text, to: &state) }
        state.links = Array((state.links + early).suffix(Self.most))
        if !early.isEmpty { write(state.links) }
    }

    private func write(_ links: [KeptLink]) {
        let texts = links.map(\.text).filter { $0.utf8.count <= Self.longest }
        if texts.isEmpty {
            try? file.remove()
        } else if let bytes = try? JSONEncoder().encode(texts) {
            try? file.replace(with: bytes)
        }
    }
}
