// SPDX-License-Identifier: EUPL-1.2

import Crypto
public import PlatformSupport

/// A face sensor with a key in memory. Its prompt waits for the person.
public actor MemorySensor: BiometricsBridge {
    /// The act of the person at the prompt.
    public enum Act: Sendable {
        case present, presentAnother, tryAgain, fallback, close
    }

    private var key: P256.Signing.PrivateKey?
    private var prompt: AsyncStream<Act>.Continuation?
    /// Acts that no prompt has waited for yet, oldest first.
    private var next: [Act] = []
    /// Those who wait for a prompt.
    private var seers: [AsyncStream<Void>.Continuation] = []

    public init() {}

    /// Acts at the prompt, or at the next prompt if none is open.
    public func perform(_ act: Act) {
        guard let prompt else { return next.append(act) }
        prompt.yield(act)
        self.prompt = nil
    }

    /// Waits until a prompt waits for an act.
    public func seePrompt() async {
        if prompt != nil { return }
        let (sights, seer) = AsyncStream.makeStream(of: Void.self)
        seers.append(seer)
        for await _ in sights { return }
    }

    public func availability() -> BiometricAvailability { .available(.faceID) }

    public func makeKey() throws(BiometricsError) -> [UInt8] {
        let key = P256.Signing.PrivateKey()
        self.key = key
        return Array(key.publicKey.x963Representation)
    }

    /// Asks after the first mismatch whether to try again, and offers the app's alternative after the second, as an iPhone does.
    public func sign(_ nonce: [UInt8], prompt texts: BiometricPrompt) async -> BiometricPromptResult {
        guard let key else { return BiometricPromptResult(.unavailable) }
        var shown: [BiometricPromptMessage] = []
        var message: BiometricPromptMessage.Kind?
        func end(_ ending: BiometricPromptEnding, _ choice: BiometricPromptMessage.Choice?) -> BiometricPromptResult {
            BiometricPromptResult(ending, after: shown + (message.map { [BiometricPromptMessage($0, choice)] } ?? []))
        }
        while true {
            switch (await nextAct(), message) {
            case (.present, nil):
                guard let signature = try? key.signature(for: nonce) else { return end(.failed, nil) }
                return end(.signed(Array(signature.derRepresentation)), nil)
            case (.presentAnother, nil): message = shown.isEmpty ? .asksToTryAgain : .offersFallback
            case (.tryAgain, .asksToTryAgain):
                shown.append(BiometricPromptMessage(.asksToTryAgain, .anotherTry))
                message = nil
            case (.fallback, .offersFallback): return end(.fallback, .fallback)
            case (.close, _): return end(.cancelled, .close)
            case (nil, _): return end(.cancelled, nil)
            // The prompt does not show this button now.
            case (.present, _), (.presentAnother, _), (.tryAgain, _), (.fallback, _): continue
            }
        }
    }

    public func deleteKey() { key = nil }

    /// Waits for the person; nil when the caller is cancelled.
    private func nextAct() async -> Act? {
        if !next.isEmpty { return next.removeFirst() }
        let (acts, prompt) = AsyncStream.makeStream(of: Act.self)
        self.prompt = prompt
        for seer in seers { seer.yield() }
        seers = []
        defer { self.prompt = nil }
        for await act in acts { return act }
        return nil
    }
}
