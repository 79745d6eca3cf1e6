// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// A process on the host's phone: the app, or the conformance suite.
package protocol HostedProcess: Sendable {
    /// Takes the phone's bridges, links and events.
    ///
    /// - Returns: the run of the process, which ends when the events end.
    func start(_ process: AppProcess) -> @Sendable () async -> Void
}
