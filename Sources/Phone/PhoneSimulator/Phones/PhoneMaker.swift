// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation
import Foundation

/// The maker of a simulated phone: the authority that certifies its keys, and the installed app's identity on that platform.
package enum PhoneMaker: Sendable {
    /// An iPhone; an authority in Apple's place certifies its device keys for an app in an environment.
    case apple(DevelopmentAppleCA, appID: AppID, environment: AppAttestEnvironment)
    /// An Android phone; an authority in Google's place certifies its device keys for an app on a device.
    case google(DevelopmentGoogleCA, app: AndroidApp, device: AndroidDevice)

    package var kind: PhoneKind {
        switch self {
        case .apple: .iPhone
        case .google: .android
        }
    }

    /// Returns the same phone with an untrusted authority, as a counterfeit phone has.
    ///
    /// - Throws: the error of X509 when a certificate cannot be made, such as for a year over 9999.
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
