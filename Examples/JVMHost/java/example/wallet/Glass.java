// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws every component of a screen as lines of text. */
final class Glass {
    /** What a component is that this host does not know. */
    static final String UNKNOWN = "(not drawn yet)";

    private Glass() {}

    static String draw(Map<String, Object> screen) {
        var lines = new ArrayList<String>();
        lines.add("── " + screen.get("name") + " (" + screen.get("step") + ")");
        for (var component : Json.list(screen.get("components"))) lines.addAll(lines(Json.object(component)));
        return String.join("\n", lines);
    }

    /** The name of a component, such as pinPad. */
    static String name(Map<String, Object> component) { return component.keySet().iterator().next(); }

    /** What a component holds; under _0, _1 what has no name. */
    static Map<String, Object> contents(Map<String, Object> component) { return Json.object(component.values().iterator().next()); }

    private static List<String> lines(Map<String, Object> component) {
        var contents = contents(component);
        Object first = contents.get("_0");
        return switch (name(component)) {
            case "topBar" -> List.of(each(first).map(button -> "<" + button.get("label") + ">").collect(Collectors.joining(" ")));
            case "stepBar" -> {
                int step = ((Long) contents.get("step")).intValue(), count = ((Long) contents.get("count")).intValue();
                yield List.of("●".repeat(step) + "○".repeat(count - step));
            }
            case "illustration" -> List.of("(picture: " + first + ")");
            case "title" -> List.of("# " + first);
            case "heading" -> List.of("## " + first);
            case "paragraph" -> List.of((String) first);
            case "banner" -> List.of("[" + first + "] " + contents.get("_1"));
            case "state" -> List.of((String) contents.get("_1"), (String) contents.get("detail"));
            case "pinPad" -> List.of(contents.get("label") + ": ○○○○○○");
            case "code" -> List.of(contents.get("label") + ": " + groups(contents));
            case "countdown" -> List.of(first + " …");
            case "progress" -> List.of("… " + first);
            case "facts" -> each(first).map(fact -> fact.get("name") + ": " + fact.get("value")).toList();
            case "entry" -> List.of(contents.get("label") + ": ____ [" + contents.get("button") + "]");
            case "printout" -> List.of("(print: " + contents.get("title") + ")");
            case "list" -> labelled(contents, each(first).map(Glass::row).toList());
            case "toggle" -> List.of(contents.get("label") + ": " + (Boolean.TRUE.equals(contents.get("isOn")) ? "on" : "off"));
            case "card" -> List.of(card(Json.object(first)));
            case "cards" -> labelled(contents, each(first).map(Glass::card).toList());
            case "portrait" -> List.of("(picture: " + contents.get("label") + ") " + contents.get("name"));
            case "picture" -> List.of("(picture: " + contents.get("label") + ")");
            case "button" -> List.of("[" + Json.object(first).get("label") + "]");
            case "splash" -> List.of("(splash)");
            default -> List.of(UNKNOWN);
        };
    }

    private static Stream<Map<String, Object>> each(Object list) { return Json.list(list).stream().map(Json::object); }

    private static String groups(Map<String, Object> contents) {
        return Json.list(contents.get("groups")).stream().map(String.class::cast).collect(Collectors.joining(" "));
    }

    private static List<String> labelled(Map<String, Object> contents, List<String> lines) {
        var all = new ArrayList<String>();
        all.add((String) contents.get("label"));
        all.addAll(lines);
        return all;
    }

    private static String row(Map<String, Object> row) {
        String value = row.get("value") == null ? "" : ": " + row.get("value");
        return (Boolean.TRUE.equals(row.get("isChosen")) ? "✓ " : "› ") + row.get("label") + value;
    }

    private static String card(Map<String, Object> card) { return "▤ " + card.get("name") + ", " + card.get("issuer") + ": " + card.get("status"); }
}
