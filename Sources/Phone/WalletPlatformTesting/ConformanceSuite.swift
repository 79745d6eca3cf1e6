// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The conformance suite of the bridges: every promise of their contract, tried on one phone.
///
/// The first phase runs in one process of the app, the second in a later process of the same installation. The notebook passes the results
/// from the first phase to the second.
public struct ConformanceSuite: Sendable {
    /// All promises, in the order in which they are tried. Preparations run after all checks of the first phase, because some checks delete
    /// keys.
    public static let promises: [Promise] = [
        encryptionKeys, attestedKeys, biometrics, camera, network, clocks, utilities, links, events,
    ].flatMap { $0 }

    /// Runs one phase.
    ///
    /// - Parameters:
    ///   - notebook: an empty notebook for the first phase; the first phase's notebook for the second phase.
    ///   - limit: the time for one promise, acts at the phone included. A call that has not returned by then is cancelled, and the promise
    ///     is broken. A call that also ignores its cancellation is waited for.
    ///   - clock: the clock of the limit.
    /// - Returns: the notebook with the results of this phase added.
    public static func run(
        _ phase: Promise.Phase, on phone: any PhoneUnderTest, with notebook: Notebook = Notebook(), limit: Duration = .seconds(120),
        clock: any Clock<Duration> = ContinuousClock()
    ) async -> Notebook {
        let patience = Patience(limit: limit, clock: clock)
        var notebook = notebook
        for promise in promises where promise.phase == phase {
            // A failed preparation has decided the promise already.
            guard !notebook.results.contains(where: { $0.identifier == promise.identifier }) else { continue }
            let result = await attempt(promise, promise.check, on: phone, patience, &notebook)
            notebook.results.append(result)
        }
        guard phase == .beforeRestart else { return notebook }
        for promise in promises {
            guard let preparation = promise.preparation else { continue }
            let result = await attempt(promise, preparation, on: phone, patience, &notebook)
            if result.verdict != .kept { notebook.results.append(result) }
        }
        return notebook
    }

    private static func attempt(
        _ promise: Promise, _ step: @escaping Promise.Step, on phone: any PhoneUnderTest, _ patience: Patience, _ notebook: inout Notebook
    ) async -> PromiseResult {
        guard promise.platforms.isEmpty || promise.platforms.contains(phone.platform) else {
            return PromiseResult(promise, .notTried, "this platform does not make the promise")
        }
        let trial = Trial(of: promise, on: phone, notebook)
        defer { notebook = trial.written }
        do {
            try await patience.wait { try await step(trial) }
            return PromiseResult(promise, .kept)
        } catch let error as Broken {
            return PromiseResult(promise, .broken, error.detail)
        } catch is ActNotPossible {
            return PromiseResult(promise, .notTried, "an act that the check needs is not possible on this phone")
        } catch is NoServer {
            return PromiseResult(promise, .notTried, "no server for the suite runs where the phone reaches it")
        } catch {
            return PromiseResult(promise, .broken, "\(error) was thrown")
        }
    }
}
