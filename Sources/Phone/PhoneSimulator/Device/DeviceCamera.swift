// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Synchronization

/// The phone's camera and the system's question whether the app may use it, operated by the person at the phone. The camera looks at one
/// picture, which lies before it until the person takes it away. Nothing of it is stored, and the app receives only a code in it.
public final class DeviceCamera: Sendable {
    /// The visible state of the camera.
    public struct Status: Sendable, Hashable {
        /// True while the system asks whether the app may use the camera.
        public var isAsking = false
        /// True during a scan.
        public var isOn = false
        /// True while the light beside the camera is on.
        public var isLightOn = false
        /// The number of different codes in the picture. The camera reads the code only if it is 1.
        public var codeCount = 0
    }

    private struct Question {
        let number: Int
        let continuation: CheckedContinuation<Bool?, Never>
    }

    private struct Scan {
        let number: Int
        var ignored: ScannedCode?
        let continuation: CheckedContinuation<Result<ScannedCode, CameraError>, Never>

        /// Returns the code to be returned, if there is one in the picture.
        mutating func look(at codes: [ScannedCode]) -> ScannedCode? {
            if let last = ignored, !codes.contains(last) { ignored = nil }
            guard codes.count == 1, let code = codes.first, code != ignored else { return nil }
            return code
        }
    }

    private struct State {
        var question: Question?
        var scan: Scan?
        var nextNumber = 0
        var isAppOnGlass = false
        var isLightOn = false
        var codes: [ScannedCode] = []

        var status: Status {
            Status(isAsking: question != nil, isOn: scan != nil, isLightOn: isLightOn, codeCount: codes.count)
        }
    }

    private let state = Mutex(State())
    private let held = Mutex(HeldPicture())
    private let observedStatus = ObservedValue(Status())

    /// Creates a camera that sees no code.
    package init() {}

    // MARK: User interface

    /// The present status.
    public var status: Status { observedStatus.value }

    /// Streams the status, now and after every change, to any number of observers. A slow observer sees only the newest status.
    public func statusChanges() -> AsyncStream<Status> { observedStatus.stream() }

    /// The picture before the camera, for the glass; nil if none is known.
    package var picture: [UInt8]? {
        let codes = state.withLock { $0.codes }
        return held.withLock { $0.png(of: codes) }
    }

    /// Notes a picture for the glass, before the camera sees its codes.
    func hold(_ png: [UInt8], with codes: [ScannedCode]) { held.withLock { $0 = HeldPicture(png: png, codes: codes) } }

    /// Holds a picture before the camera, in place of an earlier one. It is read at once.
    ///
    /// - Parameter png: a PNG picture of at most 8 MiB and 4096 × 4096 pixels.
    /// - Returns: the number of different codes in it.
    /// - Throws: `CameraPictureError`; the camera then still sees what it saw before.
    @discardableResult @concurrent
    public func look(at png: [UInt8]) async throws(CameraPictureError) -> Int {
        let codes = try CameraPicture.codes(inPNG: png)
        hold(png, with: codes)
        see(codes)
        return codes.count
    }

    /// Takes the picture away.
    public func lookAway() {
        hold([], with: [])
        see([])
    }

    /// Answers the system's question whether the app may use the camera.
    ///
    /// - Returns: true if it was asked.
    @discardableResult
    public func answer(allows: Bool) -> Bool { endQuestion(allows) }

    // MARK: Platform

    /// Records whether the app is in the foreground. When it leaves, the question closes without an answer, and the scan ends.
    func setAppOnGlass(_ isOnGlass: Bool) {
        change { $0.isAppOnGlass = isOnGlass }
        guard !isOnGlass else { return }
        endQuestion(nil)
        endScan(.interrupted)
    }

    /// Asks the person.
    ///
    /// - Returns: true if the person allows the camera; nil without an answer.
    func ask() async -> Bool? {
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAsked = change { state in
                    // The cancel handler may have run already; then this is the only place that resumes.
                    if Task.isCancelled || !state.isAppOnGlass || state.question != nil { return false }
                    state.question = Question(number: number, continuation: continuation)
                    return true
                }
                if !isAsked { continuation.resume(returning: nil) }
            }
        } onCancel: {
            endQuestion(nil, number)
        }
    }

    /// Waits until the picture contains exactly one code that is not ignored. An earlier scan ends.
    func scan(ignoring last: ScannedCode?) async -> Result<ScannedCode, CameraError> {
        endScan(.cancelled)
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end: Result<ScannedCode, CameraError>? = change { state in
                    if Task.isCancelled || state.scan != nil { return .failure(.cancelled) }
                    if !state.isAppOnGlass { return .failure(.interrupted) }
                    var scan = Scan(number: number, ignored: last, continuation: continuation)
                    if let code = scan.look(at: state.codes) { return .success(code) }
                    state.scan = scan
                    return nil
                }
                if let end { continuation.resume(returning: end) }
            }
        } onCancel: {
            endScan(.cancelled, number)
        }
    }

    /// Switches the light; there is none without a scan.
    func setLight(_ isOn: Bool) -> Bool {
        change { state in
            state.isLightOn = isOn && state.scan != nil
            return state.isLightOn
        }
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            return state.nextNumber
        }
    }

    /// Shows the camera these codes and no others.
    func see(_ codes: [ScannedCode]) {
        let end = change { state -> (Scan, ScannedCode)? in
            state.codes = codes
            guard var scan = state.scan else { return nil }
            let code = scan.look(at: codes)
            state.scan = code == nil ? scan : nil
            return code.map { (scan, $0) }
        }
        if let (scan, code) = end { scan.continuation.resume(returning: .success(code)) }
    }

    /// Ends the question, or only the question with that number.
    @discardableResult
    private func endQuestion(_ answer: Bool?, _ number: Int? = nil) -> Bool {
        let question = change { state -> Question? in
            guard let question = state.question, number == nil || question.number == number else { return nil }
            state.question = nil
            return question
        }
        question?.continuation.resume(returning: answer)
        return question != nil
    }

    /// Ends the scan, or only the scan with that number.
    private func endScan(_ error: CameraError, _ number: Int? = nil) {
        let scan = change { state -> Scan? in
            guard let scan = state.scan, number == nil || scan.number == number else { return nil }
            state.scan = nil
            return scan
        }
        scan?.continuation.resume(returning: .failure(error))
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            let value = body(&state)
            // The light goes off with the camera.
            if state.scan == nil { state.isLightOn = false }
            observedStatus.set(state.status)
            return value
        }
    }
}
