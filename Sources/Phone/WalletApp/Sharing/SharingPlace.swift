// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// A place of an offer where the person may choose: a part that is answered, or a choice between parts of which none is.
struct SharingPlace: Sendable, Hashable {
    /// The position of the set in the offer.
    let set: Int
    /// The number of the part; nil if nothing of the set is answered.
    let part: Int?

    /// The name of the place in a list.
    var target: String { "\(set).\(part.map { String($0) } ?? "none")" }
}

/// One answer that the person can choose at a place.
struct SharingAlternative: Sendable, Hashable {
    /// The whole choice with this answer in it.
    let choice: SharingChoice
    /// The cards and data that would be shared at this place.
    let cards: [SharedCard]
    /// True if it is a part of the present choice.
    let isChosen: Bool
    /// The name of the answer in a list.
    let target: String
}

extension SharingOffer {
    /// Returns the places of a choice, in the order of the sets; each part is at one place only. Sets may share parts, so that a set is
    /// answered by more than the option that is shown for it; then the rest of what is shared has its places at the end.
    func places(of choice: SharingChoice) -> [SharingPlace] {
        var seen: Set<Int> = []
        var places: [SharingPlace] = []
        for index in sets.indices {
            guard let option = self.option(of: sets[index], in: choice) else {
                places.append(SharingPlace(set: index, part: nil))
                continue
            }
            for part in option where seen.insert(part).inserted { places.append(SharingPlace(set: index, part: part)) }
        }
        for (part, cards) in choice.cards.sorted(by: { $0.key < $1.key }) where !cards.isEmpty && seen.insert(part).inserted {
            let set = sets.firstIndex { $0.options.contains { $0.contains(part) } }
            places.append(SharingPlace(set: set ?? 0, part: part))
        }
        return places
    }

    /// Returns the chosen cards at a place, in the offer's order.
    func cards(at place: SharingPlace, of choice: SharingChoice) -> [SharedCard] {
        guard let part = place.part else { return [] }
        let chosen = choice.cards[part] ?? []
        return cards(of: part).filter { chosen.contains($0.summary.id) }
    }

    /// Returns all chosen cards: what would be shared.
    func cards(of choice: SharingChoice) -> [SharedCard] {
        places(of: choice).flatMap { cards(at: $0, of: choice) }
    }

    /// True if the person can choose another answer, or none, at a place.
    func canSwap(_ place: SharingPlace) -> Bool {
        let set = sets[place.set]
        return !set.isRequired || set.options.count > 1 || place.part.map { cards(of: $0).count > 1 } ?? true
    }

    /// Returns the answers at a place: the cards of its part, then the other options of its set.
    func alternatives(at place: SharingPlace, of choice: SharingChoice) -> [SharingAlternative] {
        let present = option(of: sets[place.set], in: choice)
        let others = sets[place.set].options.enumerated().filter { $0.element != present }
        let options = others.map { number, option -> SharingAlternative in
            let changed = self.choice(choice, answering: place.set, with: option)
            let cards = option.flatMap { self.cards(at: SharingPlace(set: place.set, part: $0), of: changed) }
            return SharingAlternative(choice: changed, cards: cards, isChosen: false, target: "option.\(number)")
        }
        guard let part = parts.first(where: { $0.id == place.part }) else { return options }
        return part.cards.map { alternative($0, of: part, from: choice) } + options
    }

    /// Returns the choice without an answer at a place; nil if the request needs one.
    func withoutAnswer(at place: SharingPlace, of choice: SharingChoice) -> SharingChoice? {
        guard !sets[place.set].isRequired, place.part != nil else { return nil }
        return self.choice(choice, answering: place.set, with: [])
    }

    /// One card of a part. If the part takes several, it is added or removed, but the last one stays.
    private func alternative(_ card: SharedCard, of part: SharingPart, from choice: SharingChoice) -> SharingAlternative {
        let id = card.summary.id
        let chosen = choice.cards[part.id] ?? []
        var changed = choice
        if !part.takesSeveral {
            changed.cards[part.id] = [id]
        } else if !chosen.contains(id) {
            changed.cards[part.id] = part.cards.map(\.summary.id).filter { chosen.contains($0) || $0 == id }
        } else if chosen.count > 1 {
            changed.cards[part.id] = chosen.filter { $0 != id }
        }
        return SharingAlternative(choice: changed, cards: [card], isChosen: chosen.contains(id), target: "card.\(id.text)")
    }

    /// The option of a set that a choice answers, of several the longest; nil for none.
    private func option(of set: SharingSet, in choice: SharingChoice) -> [Int]? {
        var longest: [Int]?
        for option in set.options where option.count > longest?.count ?? 0 {
            if option.allSatisfy({ !(choice.cards[$0] ?? []).isEmpty }) { longest = option }
        }
        return longest
    }

    /// The choice with another option of a set. New parts get their newest card; parts that no set needs any more are not answered.
    private func choice(_ choice: SharingChoice, answering set: Int, with option: [Int]) -> SharingChoice {
        var kept = Set(option)
        for index in sets.indices where index != set { kept.formUnion(self.option(of: sets[index], in: choice) ?? []) }
        var changed = SharingChoice(choice.cards.filter { kept.contains($0.key) })
        for part in option where (changed.cards[part] ?? []).isEmpty {
            if let newest = cards(of: part).first { changed.cards[part] = [newest.summary.id] }
        }
        return changed
    }

    private func cards(of part: Int) -> [SharedCard] { parts.first { $0.id == part }?.cards ?? [] }
}
