// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The switches of the simulated phone that the person beside it operates.
package struct DeviceSettings: Codable, Hashable, Sendable {
    /// The phone's way to the world.
    package enum Network: String, Codable, Hashable, Sendable, CaseIterable {
        /// Everything is reached.
        case online
        /// There is no connection.
        case offline
        /// Everything is reached, each request a while later.
        case slow
        /// There is a connection, but our services do not answer.
        case servicesUnreachable
        /// Everything is reached and does what it is asked, but nobody can read what comes back.
        case garbage
    }

    /// What the phone's sensor for face or finger can do.
    package enum Biometrics: String, Codable, Hashable, Sendable, CaseIterable {
        /// The phone has no sensor.
        case none
        /// It has one, and nobody is enrolled.
        case notEnrolled
        /// A face or finger is enrolled.
        case enrolled
    }

    /// What the phone's attestations are worth.
    package enum Attestation: String, Codable, Hashable, Sendable, CaseIterable {
        /// They lead to the root that the provider of the demo trusts.
        case genuine
        /// The phone cannot attest keys.
        case unsupported
        /// They lead to another root: a device that only pretends.
        case foreign
    }

    /// The language that the phone is set to.
    package enum Language: String, Codable, Hashable, Sendable, CaseIterable {
        /// English.
        case english = "en"
        /// Dutch.
        case dutch = "nl"
    }

    /// Whether the phone is rooted ("jailbroken"). An Android phone's boot loader is then unlocked, and its attestations say so.
    package var isRooted = false
    /// The network switch.
    package var network = Network.online
    /// The sensor.
    package var biometrics = Biometrics.enrolled
    /// The worth of attestations.
    package var attestation = Attestation.genuine
    /// The language.
    package var language = Language.english
    /// The installed version of the app; nil for the one that the phone came with. See `SimulatedPhone.install(version:)`.
    package internal(set) var appVersion: String?
    /// How far time was moved forward, in seconds; see `SimulatedPhone.moveClock(by:)`.
    package internal(set) var clockOffset: TimeInterval = 0
    /// Phones that were kept before clocks could be wrong have none.
    private var clockFault: TimeInterval?

    /// How far the phone's own clock is ahead of the time that everybody else has, in seconds; see `SimulatedPhone.turnClock(by:)`.
    package internal(set) var clockError: TimeInterval {
        get { clockFault ?? 0 }
        set { clockFault = newValue == 0 ? nil : newValue }
    }

    /// A phone that works: online, with an enrolled face or finger, genuine, in English, on time.
    package init() {}
}
