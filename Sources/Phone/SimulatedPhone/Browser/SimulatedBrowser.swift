// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Synchronization

/// The phone's own browser, with one page at a time. It runs no scripts and reaches only servers known to the phone's network.
///
/// - SeeAlso: the architecture page, *The phone's browser*.
package final class SimulatedBrowser: Sendable {
    /// The content of the browser's window.
    package enum Content: Sendable, Hashable {
        case blank
        case page(PageDocument)
        /// An error page.
        case fault(BrowserFault)
    }

    /// A snapshot of the browser.
    package struct View: Sendable, Hashable {
        /// The number of the content, echoed in requests from the page. Numbers never repeat.
        package internal(set) var number = 0
        /// The address of the content, or of the navigation in progress; nil at first.
        package internal(set) var address: BrowserAddress?
        package internal(set) var content = Content.blank
        /// True during a navigation.
        package internal(set) var isLoading = false
    }

    private struct State {
        var view = View()
        /// The last navigation requested.
        var visit: PageLoader.Visit?
        var turn = 0
        /// Cancels the navigation in progress when finished.
        var stop: AsyncStream<Never>.Continuation?
    }

    private struct Order {
        let turn: Int
        let visit: PageLoader.Visit
        let stopped: AsyncStream<Never>
    }

    private let phone: SimulatedPhone
    private let loader: PageLoader
    private let state = Mutex(State())
    private let jar = Mutex(CookieJar())
    private let version = ObservedValue(0)
    private let orders: AsyncStream<Order>
    private let order: AsyncStream<Order>.Continuation

    /// Creates the browser of a phone.
    ///
    /// - Parameters:
    ///   - phone: supplies the network setting, the clock and the language, and opens the app.
    ///   - roots: the only roots that a server's certificate may chain to, in DER.
    ///   - associated: the addresses that open the installed app.
    ///   - resolve: resolves an address to a present URL, as a name server does; nil for an unknown host.
    package convenience init(
        phone: SimulatedPhone, roots: [[UInt8]], associated: Set<AssociatedLink>,
        resolve: @escaping @Sendable (_ address: String) -> String?
    ) {
        var limits = BrowserLimits()
        limits.time = max(limits.time, phone.leastTimeout)
        self.init(
            phone: phone,
            network: PinnedPageNetwork(
                device: phone.device, roots: roots, resolve: resolve, connectTimeout: max(.seconds(10), phone.leastTimeout)),
            associated: associated, limits: limits)
    }

    init(phone: SimulatedPhone, network: any PageNetwork, associated: Set<AssociatedLink>, limits: BrowserLimits = BrowserLimits()) {
        self.phone = phone
        loader = PageLoader(network: network, associated: associated, limits: limits, now: { [clock = phone.clock] in clock.now })
        (orders, order) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package var view: View { state.withLock { $0.view } }

    /// Streams a value at once and after changes, to any number of observers. A slow observer misses intermediate values.
    package func changes() -> AsyncStream<Int> { version.stream() }

    /// Performs navigations until the task is cancelled. Call it once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await order in orders {
                group.addTask { await self.carryOut(order) }
            }
            group.cancelAll()
        }
    }

    // MARK: User actions

    /// Navigates to an address named by an app or a person, and drops the previous page.
    package func open(_ text: String) {
        guard let address = BrowserAddress(text) else {
            show(.fault(.refusedAddress), at: nil)
            return
        }
        show(.blank, at: address)
        go(to: PageLoader.Visit(address: address, language: language))
    }

    /// Follows a link of the page.
    ///
    /// - Parameters:
    ///   - link: the link's number.
    ///   - number: the number of the view that the user saw.
    /// - Returns: false when that view is gone or the browser is loading.
    package func follow(_ link: Int, in number: Int) -> Bool {
        guard let page = page(number), page.links.indices.contains(link) else { return false }
        guard let address = page.links[link] else {
            show(.fault(.refusedAddress), at: page.address)
            return true
        }
        return go(to: PageLoader.Visit(address: address, initiator: page.address, language: language), from: number)
    }

    /// Submits a form of the page.
    ///
    /// - Parameters:
    ///   - submitter: the button.
    ///   - entered: the form's entered values; a choice is present when it is chosen.
    ///   - number: the number of the view that the user saw.
    /// - Returns: false when that view is gone, the browser is loading, or the fields do not permit these values.
    package func submit(_ submitter: PageFieldName, entered: [PageFieldName: String], in number: Int) -> Bool {
        guard let page = page(number), page.forms.indices.contains(submitter.form), entered.keys.allSatisfy({ $0.form == submitter.form }),
            let (address, method) = page.forms[submitter.form].request(
                submitter: submitter.field, entered: Dictionary(uniqueKeysWithValues: entered.map { ($0.field, $1) }))
        else { return false }
        guard let address else {
            show(.fault(.refusedAddress), at: page.address)
            return true
        }
        return go(to: PageLoader.Visit(method: method, address: address, initiator: page.address, language: language), from: number)
    }

    /// Repeats a failed navigation with GET, so that a form is not submitted twice.
    package func retry() {
        guard var visit = state.withLock({ $0.visit }) else { return }
        visit.method = .get
        go(to: visit)
    }

    /// Closes the page and the browser; the phone shows its home screen.
    package func close() {
        state.withLock { state in
            state.stop?.finish()
            state = State(view: View(number: state.view.number + 1), turn: state.turn + 1)
        }
        tell()
        phone.show(nil)
    }

    /// Removes page and cookies after the phone was replaced.
    package func renew() {
        close()
        jar.withLock { $0.renew() }
    }

    // MARK: Navigation

    private var language: String { phone.device.settings.language.rawValue }

    /// Returns the page of the view with that number; nil when it is gone or loading.
    private func page(_ number: Int) -> PageDocument? {
        let view = view
        guard view.number == number, !view.isLoading, case .page(let page) = view.content else { return nil }
        return page
    }

    /// - Parameter number: the view in which the action takes place; nil for any.
    @discardableResult
    private func go(to visit: PageLoader.Visit, from number: Int? = nil) -> Bool {
        let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
        let isGoing = state.withLock { state in
            guard number.map({ $0 == state.view.number && !state.view.isLoading }) ?? true else { return false }
            state.stop?.finish()
            state.stop = stop
            state.turn += 1
            state.visit = visit
            state.view.isLoading = true
            order.yield(Order(turn: state.turn, visit: visit, stopped: stopped))
            return true
        }
        tell()
        return isGoing
    }

    private func carryOut(_ order: Order) async {
        let outcome = await withTaskGroup(of: PageLoader.Outcome?.self) { group in
            group.addTask { await self.loader.load(order.visit, self.jar) }
            group.addTask { [time = loader.limits.time] in
                do { try await Task.sleep(for: time) } catch { return nil }
                return .fault(.tookTooLong, order.visit.address)
            }
            group.addTask {
                for await _ in order.stopped {}
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let outcome else { return }
        switch outcome {
        case .page(let document): show(.page(document), at: document.address, inTurn: order.turn)
        case .fault(let fault, let address): show(.fault(fault), at: address, inTurn: order.turn)
        case .app(let link): if show(nil, at: nil, inTurn: order.turn) { phone.openLink(link) }
        }
    }

    /// - Parameters:
    ///   - content: nil to keep the present content.
    ///   - turn: the navigation that led here; nil for a new one. Results of an overtaken navigation are not shown.
    /// - Returns: true if the content is shown.
    @discardableResult
    private func show(_ content: Content?, at address: BrowserAddress?, inTurn turn: Int? = nil) -> Bool {
        let isShown = state.withLock { state in
            guard turn.map({ $0 == state.turn }) ?? true else { return false }
            if turn == nil {
                state.stop?.finish()
                state.turn += 1
            }
            state.view.isLoading = false
            if let content {
                state.view.number += 1
                state.view.content = content
                state.view.address = address
            }
            return true
        }
        tell()
        return isShown
    }

    /// Notifies the observers. Two concurrent calls may count to the same number; both changes were made before.
    private func tell() { version.set(version.value &+ 1) }
}
