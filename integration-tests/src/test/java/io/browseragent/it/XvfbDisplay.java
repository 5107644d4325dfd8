package io.browseragent.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A screen, keyboard and mouse of the tests' own: what the human uses when there is none. */
public final class XvfbDisplay implements AutoCloseable {
    private static final Pattern NUMBER = Pattern.compile("(?m)^(\\d+)$");
    private static final Duration XDOTOOL_LIMIT = Duration.ofSeconds(20);

    private final OwnProcess server;
    private final String name;
    /** Without one, windows have no order and the keyboard no place. */
    private final OwnProcess windowManager;

    private XvfbDisplay(OwnProcess server) {
        this.server = server;
        server.awaitOutput(
                "its number",
                Duration.ofSeconds(30),
                text -> NUMBER.matcher(text).find());
        Matcher number = NUMBER.matcher(server.output());
        this.name = ":" + (number.find() ? number.group(1) : "");
        this.windowManager = OwnProcess.start("openbox", List.of("openbox", "--sm-disable"), Map.of("DISPLAY", name));
    }

    public static XvfbDisplay start() {
        return new XvfbDisplay(OwnProcess.start(
                "xvfb",
                List.of("Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"),
                Map.of()));
    }

    /** Types a text as the human does, some 80 characters a second. */
    public void type(String text) {
        xdotool("type", "--clearmodifiers", "--delay", "12", "--", text);
    }

    /** As in {@code DISPLAY}. */
    public String name() {
        return name;
    }

    /** Real input, as from the human's hands: {@code xdotool("mousemove", "200", "300", "click", "1")}; gives its output. */
    public String xdotool(String... words) {
        List<String> command = new ArrayList<>(List.of("xdotool"));
        command.addAll(Arrays.asList(words));
        try (OwnProcess tool = OwnProcess.start("xdotool", command, Map.of("DISPLAY", name))) {
            if (!tool.waitFor(XDOTOOL_LIMIT) || tool.exitCode() != 0) {
                throw new AssertionError(String.join(" ", command) + " failed: " + tool.output());
            }
            return tool.output().strip();
        }
    }

    @Override
    public void close() {
        windowManager.close();
        server.close();
    }
}
