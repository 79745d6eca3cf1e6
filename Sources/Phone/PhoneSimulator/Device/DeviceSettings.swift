// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The settings of the simulated phone, operated by the person at the phone.
public struct DeviceSettings: Codable, Hashable, Sendable {
    /// The state of the phone's network.
    @nonexhaustive public enum Network: String, Codable, Hashable, Sendable, CaseIterable {
        /// Every request is sent.
        case online
        /// There is no connection.
        case offline
        /// Slow: every request succeeds, after a delay.
        case slow
        /// There is a connection, but our services do not answer.
        case servicesUnreachable
        /// Every request is processed, but its response is unreadable.
        case garbage
    }

    /// The state of the phone's sensor for face or fingerprint.
    @nonexhaustive public enum Biometrics: String, Codable, Hashable, Sendable, CaseIterable {
        /// There is no sensor.
        case none
        /// There is a sensor, but no enrolment.
        case notEnrolled
        /// A face or finger is enrolled.
        case enrolled
    }

    /// The part of the body that the sensor recognises.
    @nonexhaustive public enum Sensor: String, Codable, Hashable, Sendable, CaseIterable {
        /// Face ID on an iPhone.
        case face
        /// Touch ID on an iPhone.
        case finger
    }

    /// The validity of the phone's attestations.
    @nonexhaustive public enum Attestation: String, Codable, Hashable, Sendable, CaseIterable {
        /// They chain to the root that the demo's provider trusts.
        case genuine
        /// The phone cannot attest keys.
        case unsupported
        /// The attestations chain to a foreign root, as those of a counterfeit device.
        case foreign
    }

    /// The language of the phone, by its code (BCP 47). A phone can have any language.
    public struct Language: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String

        /// Creates a language from its code, without validation.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// English, the language of a new phone.
        public static let english = Language(rawValue: "en")
    }

    /// True if the phone is rooted ("jailbroken"). An Android phone's boot loader is then unlocked, and its attestations show this.
    public var isRooted = false
    /// The state of the network; a change also ends requests that wait.
    public var network = Network.online
    /// The state of the sensor. Enrolling where there was no enrolment voids the app's key for the sensor.
    public var biometrics = Biometrics.enrolled
    /// The sensor of the phone; nil for the usual sensor of its kind.
    public var sensor: Sensor?
    /// The validity of attestations that the phone makes from now on.
    public var attestation = Attestation.genuine
    /// The system language, which the host reports to the app.
    public var language = Language.english
    /// The installed version of the app; nil for the version with which the phone was created. See `SimulatedPhone.install(version:)`.
    package internal(set) var appVersion: String?
    /// The distance by which time was moved forward, in seconds; see `SimulatedPhone.moveClock(by:)`.
    package internal(set) var clockOffset: TimeInterval = 0
    /// Optional, because phones stored by earlier versions lack this value.
    private var clockFault: TimeInterval?
    /// Optional for the same reason.
    private var cameraAccess: CameraAccess?

    /// The decision about the app's use of the camera.
    public var camera: CameraAccess {
        get { cameraAccess ?? .undetermined }
        set { cameraAccess = newValue == .undetermined ? nil : newValue }
    }

    /// The distance of the phone's wall clock ahead of the world's time, in seconds; see `SimulatedPhone.turnClock(by:)`.
    package internal(set) var clockError: TimeInterval {
        get { clockFault ?? 0 }
        set { clockFault = newValue == 0 ? nil : newValue }
    }

    /// Creates the settings of a working phone: online, enrolled, genuine, in English, on time.
    package init() {}
}
