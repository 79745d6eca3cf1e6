// SPDX-License-Identifier: EUPL-1.2
package example.wallet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers, booleans and null. The JDK has none; on Android org.json takes its place. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) { this.text = text; }

    /** Reads one value; throws IllegalArgumentException, without the text, for anything else. */
    static Object read(byte[] bytes) {
        var json = new Json(new String(bytes, StandardCharsets.UTF_8));
        Object value = json.value();
        json.space();
        if (json.at != json.text.length()) throw json.unreadable();
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) { return (Map<String, Object>) value; }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) { return (List<Object>) value; }

    static byte[] bytes(Object value) { return Base64.getDecoder().decode((String) value); }

    static byte[] write(Object value) {
        var out = new StringBuilder();
        write(value, out);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (var entry : map.entrySet()) {
                out.append(separator);
                write(entry.getKey(), out);
                write(entry.getValue(), out.append(':'));
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (var element : list) {
                write(element, out.append(separator));
                separator = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof byte[] bytes) {
            out.append('"').append(Base64.getEncoder().encodeToString(bytes)).append('"');
        } else if (value instanceof String string) {
            out.append('"');
            for (char character : string.toCharArray()) {
                if (character == '"' || character == '\\') out.append('\\').append(character);
                else if (character < 0x20) out.append(String.format("\\u%04x", (int) character));
                else out.append(character);
            }
            out.append('"');
        } else {
            out.append(value);
        }
    }

    private Object value() {
        space();
        switch (peek()) {
            case '{' -> {
                var map = new LinkedHashMap<String, Object>();
                for (char end = open('}'); end != '}'; end = next('}')) {
                    space();
                    String name = string();
                    space();
                    expect(':');
                    map.put(name, value());
                }
                return map;
            }
            case '[' -> {
                var list = new ArrayList<Object>();
                for (char end = open(']'); end != ']'; end = next(']')) list.add(value());
                return list;
            }
            case '"' -> { return string(); }
            default -> { return word(); }
        }
    }

    /** Takes the opening character; returns the closing one, taken, if nothing is inside. */
    private char open(char close) {
        at++;
        space();
        if (peek() != close) return ',';
        at++;
        return close;
    }

    private char next(char close) {
        space();
        char found = peek();
        if (found != ',' && found != close) throw unreadable();
        at++;
        return found;
    }

    private Object word() {
        int start = at;
        while (at < text.length() && "{}[],:\" \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        try {
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default -> word.matches("-?\\d{1,18}") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
            };
        } catch (NumberFormatException error) {
            throw unreadable();
        }
    }

    private String string() {
        expect('"');
        var out = new StringBuilder();
        while (peek() != '"') {
            char character = text.charAt(at++);
            if (character != '\\') {
                out.append(character);
                continue;
            }
            char escaped = peek();
            at++;
            switch (escaped) {
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case 'r' -> out.append('\r');
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'u' -> {
                    if (at + 4 > text.length()) throw unreadable();
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> out.append(escaped);
            }
        }
        at++;
        return out.toString();
    }

    private void expect(char expected) {
        if (peek() != expected) throw unreadable();
        at++;
    }

    private char peek() {
        if (at >= text.length()) throw unreadable();
        return text.charAt(at);
    }

    private void space() { while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++; }

    private IllegalArgumentException unreadable() { return new IllegalArgumentException("no JSON at character " + at); }
}
