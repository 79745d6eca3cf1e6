// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// A sensor that answers within a time limit. Without an answer there is no sensor this time, no key and no match; nothing is disabled.
///
/// A late match is dropped: it unlocks nothing and proves nothing. A late `makeKey` or `deleteKey` would replace or delete a key made
/// since, so no key is made while one of them hangs; the next start deletes a key that nothing names.
struct BiometricsInTime: BiometricsBridge {
    /// The limit of a question and of a deletion, in seconds.
    static let limit: TimeInterval = 10
    /// The limit of making a key, in seconds.
    static let keyLimit: TimeInterval = 30
    /// The limit of a prompt, in seconds. The user may take time, and systems close a forgotten prompt earlier. The call is then
    /// cancelled, which closes the prompt (BIO-08), and it counts as failed.
    static let promptLimit: TimeInterval = 300

    let bridge: any BiometricsBridge
    let calls: BridgeCalls

    func availability() async -> BiometricAvailability {
        let answer = await calls.answer(within: Self.limit) { [bridge] in await bridge.availability() }
        guard case .answered(let availability) = answer else { return .unsupported }
        return availability
    }

    func makeKey() async throws(BiometricsError) -> [UInt8] {
        try await calls.value(within: Self.keyLimit, as: .making, opposedTo: [.making, .deleting], orThrow: .notAnswering) {
            [bridge] () async throws(BiometricsError) in try await bridge.makeKey()
        }
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        let answer = await calls.answer(within: Self.promptLimit) { [bridge] in await bridge.sign(nonce, prompt: prompt) }
        guard case .answered(let result) = answer else { return BiometricPromptResult(Task.isCancelled ? .cancelled : .failed) }
        return result
    }

    func deleteKey() async {
        _ = await calls.answer(within: Self.limit, as: .deleting) { [bridge] in await bridge.deleteKey() }
    }
}
