// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation
import Foundation

/// Who made a simulated phone: what certifies its keys, and the installed app as that maker knows it.
package enum PhoneMaker: Sendable {
    /// An iPhone: its device keys are certified by an authority in Apple's place, for an app in an environment.
    case apple(DevelopmentAppleCA, appID: AppID, environment: AppAttestEnvironment)
    /// An Android phone: its device keys are certified by an authority in Google's place, for an app on a device.
    case google(DevelopmentGoogleCA, app: AndroidApp, device: AndroidDevice)

    /// The kind of the phone.
    package var kind: PhoneKind {
        switch self {
        case .apple: .iPhone
        case .google: .android
        }
    }

    /// The same phone with an authority that nobody trusts: one that only pretends.
    ///
    /// - Throws: what X509 throws when a certificate cannot be made, such as for a year over 9999.
    func pretending(now: Date) throws -> PhoneMaker {
        var generator = SystemRandomNumberGenerator()
        switch self {
        case .apple(_, let appID, let environment):
            return .apple(try DevelopmentAppleCA(now: now, using: &generator), appID: appID, environment: environment)
        case .google(_, let app, let device):
            return .google(try DevelopmentGoogleCA(now: now, using: &generator), app: app, device: device)
        }
    }
}
