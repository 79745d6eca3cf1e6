// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation

/// An app's identity on Android: its package name and signing certificate.
package struct AndroidApp: Hashable, Sendable {
    /// The package name, such as `nl.example.wallet`.
    package var packageName: String
    package var version: Int64
    /// SHA-256 of the certificate that signed the app, 32 bytes.
    package var signingCertificateDigest: [UInt8]

    /// Creates an app without validation.
    package init(packageName: String, version: Int64 = 1, signingCertificateDigest: [UInt8]) {
        self.packageName = packageName
        self.version = version
        self.signingCertificateDigest = signingCertificateDigest
    }

    /// The app as an attestation names it.
    package var applicationID: AttestationApplicationID {
        AttestationApplicationID(
            packages: [.init(name: packageName, version: version)], signatureDigests: [signingCertificateDigest])
    }
}
