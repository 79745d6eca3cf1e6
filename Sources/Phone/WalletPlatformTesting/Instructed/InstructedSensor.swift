// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport

/// The sensor of an ``InstructedPhone``: it announces each prompt to the person, and otherwise passes every call on unchanged.
///
/// A prompt covers the instructions, and a face is recognised at once. So the person reads the steps first.
struct InstructedSensor: BiometricsBridge {
    let sensor: any BiometricsBridge
    let guide: any ActGuide
    /// The events that the system has sent to this process, in order.
    let events: ObservedValue<[AppLifecycleEvent]>
    /// The steps since the end of the last prompt.
    private let steps = ObservedValue<[Instruction]>([])
    private let isPrompting = ObservedValue(false)

    init(sensor: any BiometricsBridge, guide: any ActGuide, events: ObservedValue<[AppLifecycleEvent]>) {
        (self.sensor, self.guide, self.events) = (sensor, guide, events)
    }

    /// Adds a step to those shown.
    func show(_ step: Instruction) async {
        let all = steps.change { steps in
            steps.append(step)
            return steps
        }
        await guide.show(all)
    }

    /// Waits until a prompt is shown.
    ///
    /// - Throws: `CancellationError`.
    func prompted() async throws {
        while !isPrompting.value { _ = try await isPrompting.next(otherThan: false) }
    }

    func availability() async -> BiometricAvailability { await sensor.availability() }

    func makeKey() async throws(BiometricsError) -> [UInt8] { try await sensor.makeKey() }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        if case .available = await sensor.availability(), events.value.leavesAttention {
            // A person who cannot continue closes the prompt, and the promise is broken.
            _ = await guide.confirm(.prompt)
        }
        isPrompting.set(true)
        let result = await sensor.sign(nonce, prompt: prompt)
        isPrompting.set(false)
        steps.set([])
        return result
    }

    func deleteKey() async { await sensor.deleteKey() }
}
