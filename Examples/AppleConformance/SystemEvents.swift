// SPDX-License-Identifier: EUPL-1.2

#if canImport(UIKit)

import Foundation
import PlatformSupport
import UIKit

/// The events of iOS, told in the system's notification.
@MainActor final class SystemEvents {
    private static let names: [(Notification.Name, AppLifecycleEvent)] = [
        (UIApplication.willResignActiveNotification, .willResignActive), (UIApplication.didBecomeActiveNotification, .didBecomeActive),
        (UIApplication.didEnterBackgroundNotification, .didEnterBackground),
        (UIApplication.willEnterForegroundNotification, .willEnterForeground),
        (UIApplication.protectedDataWillBecomeUnavailableNotification, .protectedDataWillBecomeUnavailable),
        (UIApplication.protectedDataDidBecomeAvailableNotification, .protectedDataDidBecomeAvailable),
    ]

    private var observers: [any NSObjectProtocol] = []

    /// Tells every event until this value is released.
    init(tell: @escaping @Sendable (AppLifecycleEvent) -> Void) {
        observers = Self.names.map { name, event in
            // Without a queue the body runs inside the system's call.
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in tell(event) }
        }
    }

    isolated deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
}

#endif
