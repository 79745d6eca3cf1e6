// SPDX-License-Identifier: EUPL-1.2

public import PhoneSimulator

extension SimulatedPhone: PhoneInHand {
    public func presentFaceOrFinger() async { await atPrompt { $0.match() } }

    public func closePrompt() async { await atPrompt { $0.cancel() } }

    public func lockAndUnlock() {
        lockDevice()
        bringToForeground()
    }

    public func leaveApp() { sendToBackground() }

    public func open(_ link: String) { openLink(link) }

    public func endProcess() { killApp() }

    /// Acts at the sensor's prompt once a prompt is open that takes the act.
    private func atPrompt(_ act: (BiometricSensor) -> Bool) async {
        for await status in sensor.statusChanges() where status.prompt != nil && act(sensor) { return }
    }
}
