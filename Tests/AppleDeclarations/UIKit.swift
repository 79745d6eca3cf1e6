// SPDX-License-Identifier: EUPL-1.2
// Declarations of the calls of Apple's UIKit and Foundation that Examples/AppleConformance uses, from Apple's documentation.

public import Foundation

extension URL { public static var documentsDirectory: URL { fatalError() } }

open class NSUserActivity: NSObject { open var webpageURL: URL? }

@MainActor open class UIResponder: NSObject, Sendable { public nonisolated override init() { super.init() } }

public protocol UIUserActivityRestoring: NSObjectProtocol {}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var invalid: UIBackgroundTaskIdentifier { fatalError() }
}

@MainActor open class UIApplication: UIResponder {
    public struct LaunchOptionsKey: Hashable, Sendable {}
    open class var shared: UIApplication { fatalError() }
    open func beginBackgroundTask(expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil) -> UIBackgroundTaskIdentifier {
        fatalError()
    }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { fatalError() }
    public nonisolated static var willResignActiveNotification: Notification.Name { fatalError() }
    public nonisolated static var didBecomeActiveNotification: Notification.Name { fatalError() }
    public nonisolated static var didEnterBackgroundNotification: Notification.Name { fatalError() }
    public nonisolated static var willEnterForegroundNotification: Notification.Name { fatalError() }
    public nonisolated static var protectedDataWillBecomeUnavailableNotification: Notification.Name { fatalError() }
    public nonisolated static var protectedDataDidBecomeAvailableNotification: Notification.Name { fatalError() }
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool
    func application(
        _ application: UIApplication, continue activity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool
    func applicationDidEnterBackground(_ application: UIApplication)
    func applicationWillEnterForeground(_ application: UIApplication)
}

extension UIApplicationDelegate {
    public static func main() { fatalError() }
}

@MainActor open class UIView: UIResponder {
    open var bounds: CGRect { fatalError() }
    open var frame: CGRect {
        get { fatalError() }
        set { fatalError() }
    }
    open var isHidden: Bool {
        get { fatalError() }
        set { fatalError() }
    }
    open func addSubview(_ view: UIView) { fatalError() }
}

@MainActor open class UIViewController: UIResponder {
    open var view: UIView {
        get { fatalError() }
        set { fatalError() }
    }
    open func viewDidLoad() { fatalError() }
}

@MainActor open class UIWindow: UIView {
    public init(frame: CGRect) { fatalError() }
    open var rootViewController: UIViewController?
    open func makeKeyAndVisible() { fatalError() }
}

@MainActor open class UIScreen: NSObject {
    open class var main: UIScreen { fatalError() }
    open var bounds: CGRect { fatalError() }
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var numberOfLines = 1
}

@MainActor open class UIAction: NSObject {
    public init(handler: @escaping @MainActor (UIAction) -> Void) { fatalError() }
}

@MainActor open class UIControl: UIView {
    public struct Event: Sendable { public static let primaryActionTriggered = Event() }
    public struct State: Sendable { public static let normal = State() }
    open func addAction(_ action: UIAction, for event: Event) { fatalError() }
}

@MainActor open class UIButton: UIControl {
    public enum ButtonType: Sendable { case system }
    public convenience init(type: ButtonType) { fatalError() }
    open func setTitle(_ title: String?, for state: State) { fatalError() }
}

@MainActor open class UIStackView: UIView {
    public enum Axis: Sendable { case horizontal, vertical }
    open var axis: Axis {
        get { fatalError() }
        set { fatalError() }
    }
    public convenience init(arrangedSubviews views: [UIView]) { fatalError() }
}

@MainActor open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError() }
    open var model: String { fatalError() }
    open var systemName: String { fatalError() }
    open var systemVersion: String { fatalError() }
}
