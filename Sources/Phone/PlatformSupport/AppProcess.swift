// SPDX-License-Identifier: EUPL-1.2

/// The resources that the operating system gives to an app it starts.
public struct AppProcess: Sendable {
    /// The bridges to this phone.
    public let bridges: PlatformBridges
    /// The app's life-cycle events, in order, for one reader. The stream ends with the process.
    public let lifecycle: AsyncStream<AppLifecycleEvent>
    /// The universal links that the user opens; first the link that started the process, if any.
    public let links: OpenedLinks

    /// Creates the resources of a process.
    public init(bridges: PlatformBridges, lifecycle: AsyncStream<AppLifecycleEvent>, links: OpenedLinks) {
        self.bridges = bridges
        self.lifecycle = lifecycle
        self.links = links
    }
}
