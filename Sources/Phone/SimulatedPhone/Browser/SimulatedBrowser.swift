// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The phone's own browser, with one page at a time. It runs no scripts and reaches only servers that the phone's network knows.
///
/// - SeeAlso: the architecture page, *The phone's browser*.
package final class SimulatedBrowser: Sendable {
    /// What is in the browser's window.
    package enum Content: Sendable, Hashable {
        /// Nothing yet.
        case blank
        /// A page.
        case page(PageDocument)
        /// What the browser says when there is no page.
        case fault(BrowserFault)
    }

    /// The browser at one moment.
    package struct View: Sendable, Hashable {
        /// Names the content in answers; it never repeats.
        package internal(set) var number = 0
        /// Where the content is from, or where the browser is going; nil at the beginning.
        package internal(set) var address: BrowserAddress?
        /// The content.
        package internal(set) var content = Content.blank
        /// Whether the browser is on its way.
        package internal(set) var isLoading = false
    }

    private struct State {
        var view = View()
        /// Where the browser was told to go last.
        var visit: PageLoader.Visit?
        var turn = 0
        /// Ends what is under way when it is finished.
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
    private let version = Broadcast(0)
    private let orders: AsyncStream<Order>
    private let order: AsyncStream<Order>.Continuation

    /// The browser of a phone.
    ///
    /// - Parameters:
    ///   - phone: whose network switch, clock and language it follows, and whose app it opens.
    ///   - roots: the only roots that a server's certificate may lead to, DER.
    ///   - associated: the addresses that open the installed app.
    ///   - resolve: where a request to an address goes today, as a name server says it; nil for a host that nobody knows.
    package convenience init(
        phone: SimulatedPhone, roots: [[UInt8]], associated: Set<AssociatedLink>,
        resolve: @escaping @Sendable (_ address: String) -> String?
    ) {
        self.init(
            phone: phone, network: PinnedPageNetwork(device: phone.device, roots: roots, resolve: resolve), associated: associated)
    }

    init(phone: SimulatedPhone, network: any PageNetwork, associated: Set<AssociatedLink>, limits: BrowserLimits = BrowserLimits()) {
        self.phone = phone
        loader = PageLoader(network: network, associated: associated, limits: limits, now: { [clock = phone.clock] in clock.now })
        (orders, order) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The browser as it is now.
    package var view: View { state.withLock { $0.view } }

    /// One value at once and one after changes, for any number of observers; merged for who falls behind.
    package func changes() -> AsyncStream<Int> { version.stream() }

    /// Fetches what is asked for until the task is cancelled. Call it once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await order in orders {
                group.addTask { await self.carryOut(order) }
            }
            group.cancelAll()
        }
    }

    // MARK: What a person does

    /// Goes to an address that an app or a person names. What was there before is gone.
    package func open(_ text: String) {
        guard let address = BrowserAddress(text) else {
            show(.fault(.refusedAddress), at: nil)
            return
        }
        show(.blank, at: address)
        go(to: PageLoader.Visit(address: address, language: language))
    }

    /// Touches a link of the page.
    ///
    /// - Parameters:
    ///   - link: its number.
    ///   - number: of the view that was seen.
    /// - Returns: false when that is not there any more, or the browser is on its way.
    package func follow(_ link: Int, in number: Int) -> Bool {
        guard let page = page(number), page.links.indices.contains(link) else { return false }
        guard let address = page.links[link] else {
            show(.fault(.refusedAddress), at: page.address)
            return true
        }
        return go(to: PageLoader.Visit(address: address, initiator: page.address, language: language), from: number)
    }

    /// Sends a form of the page.
    ///
    /// - Parameters:
    ///   - submitter: the button.
    ///   - entered: what the form's fields hold; a choice is in it when it is chosen.
    ///   - number: of the view that was seen.
    /// - Returns: false when that is not there any more, the browser is on its way, or the fields cannot hold that.
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

    /// Tries again what went wrong. A form is not sent twice: its page is asked for instead.
    package func retry() {
        guard var visit = state.withLock({ $0.visit }) else { return }
        visit.method = .get
        go(to: visit)
    }

    /// Closes page and browser; the phone shows its home screen.
    package func close() {
        state.withLock { state in
            state.stop?.finish()
            state = State(view: View(number: state.view.number + 1), turn: state.turn + 1)
        }
        tell()
        phone.show(nil)
    }

    /// Another phone has taken the place of this one: nothing is left of its page and its cookies.
    package func renew() {
        close()
        jar.withLock { $0.renew() }
    }

    // MARK: On the way

    private var language: String { phone.device.settings.language.rawValue }

    /// The page that a person sees by that number, when it can be used.
    private func page(_ number: Int) -> PageDocument? {
        let view = view
        guard view.number == number, !view.isLoading, case .page(let page) = view.content else { return nil }
        return page
    }

    /// - Parameter number: the view that this is done in; nil for whichever it is.
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
    ///   - content: nil for what is there.
    ///   - turn: of the way that has led there; nil for a new one. What a later one has overtaken is not shown.
    /// - Returns: whether it is shown.
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

    /// Tells the observers. Who counts to the same number as another tells of both changes, for each was made before the counting.
    private func tell() { version.set(version.value &+ 1) }
}
