// SPDX-License-Identifier: EUPL-1.2

public import PlatformSupport

/// A phone on which the suite runs: its bridges in the present process, and the person who operates it.
///
/// A simulated phone operates itself. A port to a real phone shows the acts as instructions, or reports that it cannot perform them.
public protocol PhoneUnderTest: Sendable {
    /// The phone's model and system, for the report.
    var name: String { get }
    var platform: Platform { get }
    var bridges: PlatformBridges { get }
    var links: OpenedLinks { get }
    /// Verifies the phone's attestations, with the roots of its maker.
    var attestations: any AttestationJudge { get }
    /// The server with which the network's promises are tried; nil when there is none, and those promises are not tried.
    var server: SuiteServer? { get }
    /// The beginning of the universal links that the phone hands to this app, such as `https://conformance.example/in/`.
    var linkPrefix: String { get }

    /// Performs an act at the phone. An act on the sensor's prompt waits until the prompt is shown.
    ///
    /// - Throws: `ActNotPossible` when it cannot be performed here.
    func perform(_ act: Act) async throws

    /// Performs an act and returns the events that the process receives from then on, up to and including the first of that kind.
    ///
    /// - Throws: `ActNotPossible` when this phone cannot perform the act.
    func events(of act: Act, until last: AppLifecycleEvent) async throws -> [AppLifecycleEvent]

    /// Returns the number of events of a kind that the phone has sent to the present process, received or not. An event counts from the
    /// moment at which it is sent. The suite also calls this while the process receives a link.
    func sentCount(of event: AppLifecycleEvent) -> Int
}

extension PhoneUnderTest {
    /// A prefix for phones that hand every link to the app, such as simulated phones.
    public var linkPrefix: String { "https://conformance.example/in/" }
}

/// An act of the person at the phone.
@nonexhaustive public enum Act: Sendable, Hashable, Codable {
    /// Sees the system's prompt, and leaves it as it is.
    case seePrompt
    /// Answers the system's prompt: with an enrolled face or finger, with a face or finger that is not enrolled, or by closing it with all
    /// its messages.
    case presentEnrolledFaceOrFinger, presentAnotherFaceOrFinger, closePrompt
    /// Presses the system's button for a further try if the prompt stops after a mismatch; does nothing if the prompt keeps scanning.
    case chooseAnotherTry
    /// Presses the button for the app's alternative to the scan.
    case chooseFallback
    /// Locks the sensor by failed scans in another app.
    case lockSensor
    /// Unlocks the sensor with the phone's passcode.
    case enterPasscode
    /// Changes the enrolment in the phone's settings.
    case enrolAnotherFaceOrFinger, removeEveryEnrolment
    /// Takes back every decision about the app's use of the camera, in the phone's settings, so that the system asks again.
    case resetCamera
    /// Answers the system's question whether the app may use the camera.
    case allowCamera, refuseCamera
    /// Waits until the camera is on.
    case seeCamera
    /// Holds QR codes with these texts before the camera, all at once, in place of earlier ones; none covers the camera.
    case showCodes([String])
    /// Goes to the home screen.
    case leaveApp
    /// Opens the app again, on a locked phone after its unlock.
    case returnToApp
    case lockPhone
    /// Cuts or restores every connection.
    case switchNetworkOff, switchNetworkOn
    /// Opens a universal link of the app.
    case openLink(String)
    /// Lets this many seconds pass.
    case waitSeconds(Int)
    /// Sets the phone's wall clock forward by this many seconds, or back.
    case turnClock(Int)
    /// Restarts the phone without unlocking it. The process of the suite still runs.
    case restartPhone
    /// Unlocks the phone for the first time after its restart.
    case unlockPhone
}

/// An act cannot be performed on this phone.
public struct ActNotPossible: Error {
    /// Creates the error.
    public init() {}
}

/// Verifies attestations and proofs of a phone's attested keys.
public protocol AttestationJudge: Sendable {
    /// Verifies an attestation over a challenge's hash.
    ///
    /// - Returns: the attested public key, X9.63 uncompressed.
    /// - Throws: an error that names the failed check.
    func publicKey(of attestation: PlatformAttestation, challengeHash: [UInt8]) async throws -> [UInt8]

    /// Verifies a proof over a payload.
    ///
    /// - Returns: the proof's counter; nil on a platform without a counter.
    /// - Throws: an error that names the failed check.
    func counter(of proof: PlatformKeyProof, over payload: [UInt8], by publicKey: [UInt8]) throws -> UInt32?
}
