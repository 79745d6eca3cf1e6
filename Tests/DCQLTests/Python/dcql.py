#!/usr/bin/env python3
# SPDX-License-Identifier: EUPL-1.2
"""usage: dcql.py DIRECTORY

Matches the queries in cases.json with the cards beside them, and writes verdicts.json: the candidates of each query with what they disclose, why
other cards miss, whether usable cards satisfy the query, the standard choice, and which choices are allowed. Written from OpenID4VP 1.0 sections 6
and 7 with Python's standard library, and slow where that is plainer: a cause is found by leaving parts of the query out, and the allowed choices
by trying every combination of options.
"""
import base64
import itertools
import json
import pathlib
import sys


class NotFound(Exception):
    """The path selects nothing."""


def select(root, path):
    """The places and values that a claims path pointer selects (7.1.1)."""
    selected = [((), root)]
    for step in path:
        following = []
        for place, value in selected:
            if isinstance(step, str):
                if not isinstance(value, dict):
                    raise NotFound
                if step in value:
                    following.append((place + (step,), value[step]))
            else:
                if not isinstance(value, list):
                    raise NotFound
                indexes = range(len(value)) if step is None else [step]
                following += [(place + (index,), value[index]) for index in indexes if index < len(value)]
        if not following:
            raise NotFound
        selected = following
    return selected


def same(left, right):
    """Equal in type and value; to Python, 1, 1.0 and True are equal."""
    return type(left) is type(right) and left == right


def found(claim, card):
    """The places that answer a claim query (6.3, 6.4.1)."""
    path = claim["path"]
    if card["format"] == "mso_mdoc":
        if len(path) != 2 or not all(isinstance(step, str) for step in path) or path[1] in card["withheld"]:
            raise NotFound
    if path[0] in card["withheld"]:
        raise NotFound
    selected = select(card["claims"], path)
    if "values" not in claim:
        return [tuple(path)]
    places = [place for place, value in selected if any(same(value, wanted) for wanted in claim["values"])]
    if not places:
        raise NotFound
    return places


def disclosed(query, card):
    """What a card discloses to a query; None if it cannot deliver the claims."""
    if "claims" not in query:
        return []
    claims = query["claims"]
    by_id = {claim.get("id"): claim for claim in claims}
    sets = [[by_id[id] for id in ids] for ids in query["claim_sets"]] if "claim_sets" in query else [claims]
    for asked in sets:
        # A path that is asked for twice counts as it was asked first (6.1).
        once = []
        for claim in asked:
            if claim["path"] not in [other["path"] for other in once]:
                once.append(claim)
        try:
            places = [place for claim in once for place in found(claim, card)]
        except NotFound:
            continue
        return [list(place) for place in dict.fromkeys(places)]
    return None


def has_type(query, card):
    types = query["meta"].get("vct_values") or [query["meta"]["doctype_value"]] if query["meta"] else card["types"]
    return any(type in card["types"] for type in types)


def has_authority(query, card):
    held = [base64.urlsafe_b64decode(key + "=" * (-len(key) % 4)) for key in card["authority_keys"]]
    for authority in query.get("trusted_authorities", []):
        if authority["type"] == "aki":
            for value in authority["values"]:
                if base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)) in held:
                    return True
    return "trusted_authorities" not in query


def answer(query, card):
    """What the card discloses, or None."""
    if query["format"] != card["format"] or not has_type(query, card) or not has_authority(query, card):
        return None
    return disclosed(query, card)


def without(query, *names):
    return {name: value for name, value in query.items() if name not in names}


def cause(query, card):
    """What the card lacks: the least that must be left out of the query so that it answers."""
    query = dict(query)
    if "claims" in query:
        query["claims"] = [without(claim, "values") for claim in query["claims"]]
    if answer(query, card) is not None:
        return "value"
    query = without(query, "claims", "claim_sets")
    if answer(query, card) is not None:
        return "claim"
    query = without(query, "trusted_authorities")
    if answer(query, card) is not None:
        return "authority"
    return "type" if query["format"] == card["format"] else "format"


def answer_sets(query):
    """Every set of credential queries that may be answered together (6.4.2)."""
    if "credential_sets" not in query:
        return {frozenset(credential["id"] for credential in query["credentials"])}
    choices = []
    for one in query["credential_sets"]:
        options = [frozenset(option) for option in one["options"]]
        choices.append(options if one.get("required", True) else options + [frozenset()])
    return {frozenset().union(*options) for options in itertools.product(*choices)} - {frozenset()}


def standard(query, available):
    """The queries that the standard choice answers, or None."""
    if "credential_sets" not in query:
        ids = {credential["id"] for credential in query["credentials"]}
        return ids if ids <= available else None
    required = [one for one in query["credential_sets"] if one.get("required", True)]
    if not required:
        options = [option for one in query["credential_sets"] for option in one["options"] if set(option) <= available]
        return set(options[0]) if options else None
    ids = set()
    for one in required:
        options = [option for option in one["options"] if set(option) <= available]
        if not options:
            return None
        ids |= set(options[0])
    return ids


def judge(case):
    query, cards = case["query"], case["cards"]
    queries, candidates = [], {}
    for credential in query["credentials"]:
        answers = [(card, answer(credential, card)) for card in cards]
        candidates[credential["id"]] = [card["reference"] for card, paths in answers if paths is not None]
        queries.append({
            "id": credential["id"],
            "candidates": [[card["reference"], paths] for card, paths in answers if paths is not None],
            "misses": [[card["reference"], cause(credential, card)] for card, paths in answers if paths is None],
        })

    usable = {id: [reference for reference in held if reference in case["usable"]] for id, held in candidates.items()}
    available = {id for id, held in usable.items() if held}
    allowed = answer_sets(query)
    newest = case["newest_first"]
    ids = standard(query, available)
    choice = None
    if ids is not None:
        order = {reference: place for place, reference in enumerate(newest)}
        choice = {id: [sorted(usable[id], key=lambda reference: order.get(reference, len(cards)))[0]] for id in sorted(ids)}

    several = {credential["id"]: credential.get("multiple", False) for credential in query["credentials"]}

    def accepts(choice):
        return frozenset(choice) in allowed and all(
            held and len(held) == len(set(held)) and set(held) <= set(candidates[id]) and (several[id] or len(held) == 1)
            for id, held in choice.items()
        )

    # Whether some query stands in more than one set: then a choice may be accepted that no combination of options gives exactly.
    members = [id for one in query.get("credential_sets", []) for id in {id for option in one["options"] for id in option}]
    return {
        "queries": queries,
        "satisfied": any(answered <= available for answered in allowed),
        "standard": choice,
        "accepted": [accepts(choice) for choice in case["choices"]],
        "shares": len(members) != len(set(members)),
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    verdicts = [judge(case) for case in json.loads((folder / "cases.json").read_text())]
    (folder / "verdicts.json").write_text(json.dumps(verdicts))


main()
