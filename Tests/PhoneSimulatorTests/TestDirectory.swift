// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
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
    func phone(authority: DevelopmentAppleCA? = nil) throws -> SimulatedPhone {
        try phone(.apple(authority ?? Self.makeAuthority(), appID: Self.appID, environment: .development))
    }

    /// The phone of a maker in this directory, on the same clock.
    func phone(_ maker: PhoneMaker) throws -> SimulatedPhone {
        try SimulatedPhone(state: try StateDirectory(path), maker: maker, base: { Self.noon })
    }

    static let noon = Date(timeIntervalSince1970: 1_800_000_000)
    static let appID = AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet")

    static func makeAuthority() throws -> DevelopmentAppleCA {
        var generator = SystemRandomNumberGenerator()
        return try DevelopmentAppleCA(now: noon, using: &generator)
    }
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
