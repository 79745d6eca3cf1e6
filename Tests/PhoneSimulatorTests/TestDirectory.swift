// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestParties
import Testing

@testable import PhoneSimulator

/// A temporary directory for one test.
final class TestDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path + "/simulated-phone-\(UUID().uuidString)"
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The phone in this directory, on a clock that only the test moves.
    func phone(_ kind: PhoneKind = .iPhone) throws -> SimulatedPhone {
        try SimulatedPhone(state: try StateDirectory(path), maker: Makers.shared[kind], base: { Self.noon })
    }

    static let noon = Date(timeIntervalSince1970: 1_800_000_000)
}

/// Expects a call to fail with that code.
func expect(
    _ code: SimulatedPhoneError.Code, _ call: () throws -> some Any, at location: SourceLocation = #_sourceLocation
) {
    do {
        _ = try call()
        Issue.record("nothing was thrown", sourceLocation: location)
    } catch let error as SimulatedPhoneError {
        #expect(error.code == code, "\(error)", sourceLocation: location)
    } catch {
        Issue.record("\(error) was thrown", sourceLocation: location)
    }
}
