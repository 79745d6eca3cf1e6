// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The settings of the simulated phone, operated by the person at the phone.
package struct DeviceSettings: Codable, Hashable, Sendable {
    /// The state of the phone's network.
    package enum Network: String, Codable, Hashable, Sendable, CaseIterable {
        case online
        case offline
        /// Slow: every request succeeds, after a delay.
        case slow
        /// There is a connection, but our services do not answer.
        case servicesUnreachable
        /// Every request is processed, but its response is unreadable.
        case garbage
    }

    /// The state of the phone's sensor for face or fingerprint.
    package enum Biometrics: String, Codable, Hashable, Sendable, CaseIterable {
        case none
        /// There is a sensor, but no enrolment.
        case notEnrolled
        /// A face or finger is enrolled.
        case enrolled
    }

    /// The validity of the phone's attestations.
    package enum Attestation: String, Codable, Hashable, Sendable, CaseIterable {
        /// They chain to the root that the demo's provider trusts.
        case genuine
        /// The phone cannot attest keys.
        case unsupported
        /// They chain to another root, as those of a counterfeit device.
        case foreign
    }

    /// The language of the phone.
    package enum Language: String, Codable, Hashable, Sendable, CaseIterable {
        case english = "en"
        case dutch = "nl"
    }

    /// True if the phone is rooted ("jailbroken"). An Android phone's boot loader is then unlocked, and its attestations say so.
    package var isRooted = false
    package var network = Network.online
    package var biometrics = Biometrics.enrolled
    package var attestation = Attestation.genuine
    package var language = Language.english
    /// The installed version of the app; nil for the version that the phone came with. See `SimulatedPhone.install(version:)`.
    package internal(set) var appVersion: String?
    /// The distance by which time was moved forward, in seconds; see `SimulatedPhone.moveClock(by:)`.
    package internal(set) var clockOffset: TimeInterval = 0
    /// Optional, because phones stored by earlier versions have no such value.
    private var clockFault: TimeInterval?

    /// The distance of the phone's wall clock ahead of the world's time, in seconds; see `SimulatedPhone.turnClock(by:)`.
    package internal(set) var clockError: TimeInterval {
        get { clockFault ?? 0 }
        set { clockFault = newValue == 0 ? nil : newValue }
    }

    /// Creates the settings of a working phone: online, enrolled, genuine, in English, on time.
    package init() {}
}
