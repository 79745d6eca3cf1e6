// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension Act {
    /// The observation that ends an act of a person.
    enum Completion {
        /// None: the person acts on the system's prompt, whose end the caller sees.
        case prompt
        /// None: the person acts on a question of the system, whose end the caller sees.
        case question
        /// The first event of that kind after the instruction.
        case event(AppLifecycleEvent)
        /// The app has the person's attention.
        case attention
        /// The person says so.
        case confirmation
        /// This many seconds pass; no person is needed.
        case time(Int)
        /// The app's process would end.
        case impossible
    }

    var completion: Completion {
        switch self {
        case .seePrompt, .presentEnrolledFaceOrFinger, .presentAnotherFaceOrFinger, .closePrompt, .chooseAnotherTry, .chooseFallback:
            .prompt
        case .lockSensor, .enterPasscode, .enrolAnotherFaceOrFinger, .removeEveryEnrolment: .confirmation
        case .switchNetworkOff, .switchNetworkOn, .turnClock: .confirmation
        case .resetCamera, .seeCamera, .showCodes: .confirmation
        case .allowCamera, .refuseCamera: .question
        case .leaveApp, .lockPhone: .event(.didEnterBackground)
        case .returnToApp: .attention
        case .openLink: .event(.openLink)
        case .waitSeconds(let seconds): .time(seconds)
        case .restartPhone, .unlockPhone: .impossible
        }
    }

    /// The instruction. A step that leaves the app also says when to return, because the app cannot show the next step in the background.
    var text: String {
        switch self {
        case .seePrompt: "Look at the prompt. Do not let the sensor recognise you: cover the camera, or keep your finger away."
        case .presentEnrolledFaceOrFinger: "Let the sensor recognise you."
        case .presentAnotherFaceOrFinger: "Show the sensor a face or finger that the phone does not know."
        case .closePrompt: "Close the prompt, and every message that follows."
        case .chooseAnotherTry: "If the prompt stops and offers another try, press that button."
        case .chooseFallback: "Press the button for the other way."
        case .lockSensor:
            "Lock the phone. Show it a wrong face or finger until it asks for its passcode. Open the app without the sensor if you can, and confirm."
        case .enterPasscode: "Lock the phone, unlock it with its passcode, and return to the app."
        case .enrolAnotherFaceOrFinger: "Add a face or finger in the settings of the phone, and return to the app."
        case .removeEveryEnrolment: "Remove every face and finger in the settings of the phone, and return to the app."
        case .resetCamera: "Let the phone ask again for the camera of this app, in its settings, and return to the app."
        case .allowCamera: "Allow the camera when the system asks."
        case .refuseCamera: "Refuse the camera when the system asks."
        case .seeCamera: "Wait until the system shows that the camera is on."
        case .showCodes([]): "Cover the camera."
        case .showCodes(let texts):
            "Point the camera at QR codes with these texts, and at no other, all at once: \(texts.joined(separator: "; "))"
        case .leaveApp: "Go to the home screen, count to five, and return to the app."
        case .returnToApp: "Unlock the phone if it is locked, and return to the app."
        case .lockPhone: "Lock the phone, count to twenty, unlock it, and return to the app."
        case .switchNetworkOff: "Switch every connection of the phone off, and return to the app."
        case .switchNetworkOn: "Switch the connections of the phone on, and return to the app."
        case .openLink(let link): "Open this link in another app: \(link)"
        case .waitSeconds(let seconds): "Wait for \(seconds) seconds."
        case .turnClock(let seconds):
            "Set the clock of the phone \(abs(seconds)) seconds \(seconds < 0 ? "back" : "forward") in its settings, and return to the app."
        case .restartPhone: "Restart the phone, and do not unlock it."
        case .unlockPhone: "Unlock the phone."
        }
    }
}
