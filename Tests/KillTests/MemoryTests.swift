// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PhoneSimulator
import Synchronization
import TestEnvironment
import Testing

/// After setup or unlock, and a lock, neither the wallet's memory nor its files contain the PIN; the data key is only in its one place. The search
/// runs right after the lock, and again after other work.
///
/// Six digits also occur by chance. So each wallet gets a PIN that was nowhere in its memory before, with five control PINs that are never entered.
/// A match in a form that chance can produce is tried again on other wallets: a kept copy occurs there again, more often than the control PINs.
/// Longer encodings count at once.
@Suite(.serialized) struct MemoryTests {
    private static let count = ProcessInfo.processInfo.environment["WALLET_KILLS"] == "long" ? 20 : 3
    /// The number of wallets searched after a match that chance can produce.
    private static let repeats = 5
    /// The number of control PINs, which are never entered.
    private static let controls = 5

    /// A match and its place.
    struct Finding: Sendable, Hashable, CustomStringConvertible {
        let place: String
        let encoding: Encoding
        let found: [String]
        var description: String { "\(place): \(encoding.name) in \(found)" }
    }

    /// The matches of one wallet.
    struct Search: Sendable {
        var findings: [Finding] = []
        /// The number of control PINs found.
        var controls = 0
        /// The places of the data key in memory, at each search.
        var dataKeys: [String: [String]] = [:]
        var bytes = 0

        /// True if the PIN was found in a form that chance can produce.
        var hasDoubtful: Bool { findings.contains { !$0.encoding.isCertain } }
    }

    @Test func `after unlocking and locking neither memory nor files contain the PIN, and the data key is in one place`() async throws {
        var searches: [Search] = []
        for _ in 0..<Self.count { searches.append(try await Self.search()) }
        print("searched \(searches.map(\.bytes).reduce(0, +) / Self.count) bytes a wallet")
        for search in searches { print(search.findings, "controls:", search.controls, "data keys:", search.dataKeys) }
        if searches.contains(where: \.hasDoubtful) {
            var again: [Search] = []
            for _ in 0..<Self.repeats { again.append(try await Self.search()) }
            #expect(!Self.isKept(in: again), "\((searches + again).map(\.findings))")
            searches += again
        }
        let certain = searches.flatMap(\.findings).filter(\.encoding.isCertain)
        #expect(certain.isEmpty, "\(certain)")
        for search in searches {
            #expect(search.dataKeys.count == 4, "two processes, two searches of each")
            for (place, found) in search.dataKeys { #expect(found.count == 1, "the data key, \(place): \(found)") }
        }
    }

    @Test func `the search finds a copy that was kept on purpose`() async throws {
        let search = try await Self.search(isPlanted: true)
        let places = Set(search.findings.filter { $0.encoding.name == "ASCII" }.map(\.place))
        #expect(places == Set(search.dataKeys.keys))
        #expect(Self.isKept(in: [search]))
    }

    /// Returns true if the entered PINs are found more often than the control PINs.
    private static func isKept(in searches: [Search]) -> Bool {
        searches.count(where: \.hasDoubtful) * controls > searches.map(\.controls).reduce(0, +)
    }

    // MARK: One wallet

    private static func search(isPlanted: Bool = false) async throws -> Search {
        let directory = try TemporaryDirectory(isInMemory: false)
        defer { withExtendedLifetime(directory) {} }
        let backend = try await Backend(in: directory.url)
        let phone = directory.path("phone")
        var assignment = Assignment(
            directory: phone, phone: PhoneKind.iPhone.rawValue, flow: "", stage: .memory, base: backend.clock.now, backend: backend.known)
        assignment.isPlanted = isPlanted
        let seed = Data(systemRandomBytes())
        assignment.seed = seed
        // The first bytes that a core draws are the data key, later ones the salt.
        let drawn = (1...6).map { EarlierStore.drawn($0, from: seed) }

        let result = Mutex(Search())
        let chosen = Mutex<[String]>([])
        let foundControls = Mutex<Set<String>>([])
        func serve(_ place: String) -> (String, pid_t) async throws -> Answer {
            { what, process in
                let image = try MemoryImage(of: process)
                if what == "a PIN" {
                    if chosen.withLock({ $0.isEmpty }) {
                        let pins = try unused(in: image)
                        chosen.withLock { $0 = pins }
                    }
                    return masked(chosen.withLock { $0[0] })
                }
                let pins = chosen.withLock { $0 }
                let name = what == "a search at once" ? place + ", at once" : place
                let findings = try find(pins[0], drawn, in: image, name)
                let controls = try Set(pins.dropFirst().filter { try !find($0, [], in: image, name).isEmpty })
                result.withLock { result in
                    result.findings += findings
                    result.dataKeys[name] = image.places(of: drawn[0])
                    result.bytes += image.count
                }
                foundControls.withLock { $0.formUnion(controls) }
                return .done
            }
        }
        for place in ["set up", "opened"] {
            let ending = try await SubjectProcess.run(assignment, backend, onWaiting: serve(place))
            try #require(ending.report?.stuck == nil && ending.report != nil, "\(ending.report?.stuck ?? "no report")")
            // The later process draws other bytes, so it can only have read the first ones from the store.
            assignment.seed = Data(systemRandomBytes())
        }
        var search = result.withLock { $0 }
        search.controls = foundControls.withLock(\.count)
        let files = try MemoryImage(ofFilesIn: phone)
        search.findings += try find(chosen.withLock { $0[0] }, drawn, in: files, "files")
        let keys = files.places(of: drawn[0])
        if !keys.isEmpty {
            search.findings.append(
                Finding(place: "files", encoding: Encoding(name: "data key", bytes: drawn[0], isCertain: true), found: keys))
        }
        return search
    }

    private static func find(_ pin: String, _ drawn: [[UInt8]], in image: MemoryImage, _ place: String) throws -> [Finding] {
        let encodings = try Encoding.all(of: pin, salts: drawn) + (drawn.first.map(Encoding.written) ?? [])
        return encodings.compactMap { encoding in
            let found = image.places(of: encoding.bytes)
            return found.isEmpty ? nil : Finding(place: place, encoding: encoding, found: found)
        }
    }

    /// Returns PINs that do not occur in the memory yet: one to enter, the others as controls.
    private static func unused(in image: MemoryImage) throws -> [String] {
        var pins: [String] = []
        while pins.count < 1 + controls {
            // No digit repeats directly, so the PIN policy almost always accepts; otherwise the run draws again.
            let digits = (0..<6).map { _ in Int.random(in: 0...9) }
            guard Set(digits).count >= 5, zip(digits, digits.dropFirst()).contains(where: { abs($0 - $1) > 2 }) else { continue }
            let pin = digits.map(String.init).joined()
            if try Encoding.all(of: pin).allSatisfy({ image.occurrences(of: $0.bytes) == 0 }) { pins.append(pin) }
        }
        return pins
    }

    private static func masked(_ pin: String) -> Answer {
        let masks = (0..<6).map { _ in Int.random(in: 0...9) }
        return .digits(masked: zip(pin.utf8, masks).map { (Int($0) - 0x30 + $1) % 10 }, masks: masks)
    }

    private static func systemRandomBytes() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
