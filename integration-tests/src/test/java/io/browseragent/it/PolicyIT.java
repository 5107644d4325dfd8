package io.browseragent.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The policy knows every command of the browser that is there, not only of the one it was made for, by which a client
 * could name something that is not its own. The table is read from its page, which is tested to be what the table says.
 */
class PolicyIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z]+\\.[A-Za-z*]+)` \\|(.*)$");

    /** Types of ids that name something of the whole browser. */
    private static final Set<String> SENSITIVE = Set.of(
            "Target.TargetID", "Target.SessionID", "Browser.BrowserContextID", "Browser.WindowID", "IO.StreamHandle");

    /** Names of parameters that say which site's things are meant, or where to go; protocol types do not tell them. */
    private static final Pattern SITES = Pattern.compile("(?i)(.*origin|origins\\w*|.*storageKey|cacheId|.*urls?)");

    private static final String COOKIES = "cookies";

    /** Types by their full names, and commands with what they can name; both of the live browser. */
    private static final Map<String, JsonNode> TYPES = new HashMap<>();

    private static final Map<String, Set<String>> COMMANDS = new TreeMap<>();

    /** The rows of the page, by method or {@code Domain.*}. */
    private static final Map<String, String> LINES = new HashMap<>();

    @BeforeAll
    static void readProtocolAndPolicy() throws IOException {
        JsonNode domains;
        try (TestBrowser browser = TestBrowser.headless()) {
            domains = JSON.readTree(URI.create(browser.url() + "/json/protocol").toURL())
                    .path("domains");
        }
        for (JsonNode domain : domains) {
            for (JsonNode type : domain.path("types")) {
                TYPES.put(name(domain, type.path("id")), type);
            }
        }
        for (JsonNode domain : domains) {
            for (JsonNode command : domain.path("commands")) {
                COMMANDS.put(name(domain, command.path("name")), sensitiveParameters(domain, command));
            }
        }
        Matcher rows = ROW.matcher(Files.readString(Repository.ROOT.resolve("docs/cdp-policy.md")));
        while (rows.find()) {
            LINES.put(rows.group(1), rows.group(2));
        }
    }

    @Test
    void theProtocolAndThePolicyWereFound() {
        assertThat(COMMANDS).hasSizeGreaterThan(500).containsKey("Target.getTargets");
        assertThat(TYPES.keySet()).containsAll(SENSITIVE);
        assertThat(COMMANDS.get("Target.closeTarget")).containsExactly("targetId");
        assertThat(COMMANDS.get("Storage.setCookies"))
                .containsExactlyInAnyOrder("browserContextId", "cookies[]/url", COOKIES);
        assertThat(COMMANDS.get("FileSystem.getDirectory")).containsExactly("bucketFileSystemLocator/storageKey");
        assertThat(LINES).hasSizeGreaterThan(100).containsKeys("Target.getTargets", "IO.*");
    }

    @Test
    void everyTargetCommandHasALine() {
        assertThat(COMMANDS.keySet().stream()
                        .filter(command -> command.startsWith("Target."))
                        .filter(command -> !LINES.containsKey(command)))
                .as("commands without a line in TargetLines")
                .isEmpty();
    }

    @Test
    void everyCommandThatCanNameWhatIsForeignHasALine() {
        assertThat(COMMANDS.entrySet().stream()
                        .filter(command -> !command.getValue().isEmpty())
                        .map(Map.Entry::getKey)
                        .filter(command -> !LINES.containsKey(command) && !domainChecks(command)))
                .as("commands that can name something foreign, without a line in the table")
                .isEmpty();
    }

    /** A line cannot check a parameter that a later browser has given its command. */
    @Test
    void noneOfThemHasBeenGivenAnotherSuchParameter() throws IOException {
        Path made = Repository.ROOT.resolve(
                "proxy/src/test/resources/io/browseragent/proxy/policy/sensitive-parameters.txt");
        Map<String, Set<String>> judged = new HashMap<>();
        for (String line : Files.readAllLines(made)) {
            List<String> words = List.of(line.split(" "));
            judged.put(words.get(0), Set.copyOf(words.subList(1, words.size())));
        }

        assertThat(COMMANDS.entrySet().stream()
                        .filter(command ->
                                !judged.getOrDefault(command.getKey(), Set.of()).containsAll(command.getValue())))
                .as("commands with parameters that their lines were not made for; judge them, then add them to " + made)
                .isEmpty();
    }

    /** Whether there is a line of its domain that lets nothing pass unchecked. */
    private static boolean domainChecks(String command) {
        String line = LINES.get(command.substring(0, command.indexOf('.')) + ".*");
        return line != null && !line.contains(" pass |");
    }

    private static Set<String> sensitiveParameters(JsonNode domain, JsonNode command) {
        Set<String> found = new TreeSet<>();
        for (JsonNode parameter : command.path("parameters")) {
            find(
                    domain.path("domain").asText(),
                    parameter,
                    parameter.path("name").asText(),
                    new HashSet<>(),
                    found);
        }
        if (command.path("name").asText().contains("ookie")) {
            found.add(COOKIES);
        }
        return found;
    }

    /** Looks into lists and objects too; {@code seen} ends types that contain themselves. */
    private static void find(String domain, JsonNode value, String path, Set<String> seen, Set<String> found) {
        if (SITES.matcher(path.substring(path.lastIndexOf('/') + 1)).matches()) {
            found.add(path);
        }
        String reference = value.path("$ref").asText();
        if (!reference.isEmpty()) {
            String type = reference.contains(".") ? reference : domain + "." + reference;
            if (SENSITIVE.contains(type)) {
                found.add(path);
            } else if (seen.add(type) && TYPES.containsKey(type)) {
                find(type.substring(0, type.indexOf('.')), TYPES.get(type), path, seen, found);
                seen.remove(type);
            }
        }
        if (value.has("items")) {
            find(domain, value.path("items"), path + "[]", seen, found);
        }
        for (JsonNode property : value.path("properties")) {
            find(domain, property, path + "/" + property.path("name").asText(), seen, found);
        }
    }

    private static String name(JsonNode domain, JsonNode name) {
        return domain.path("domain").asText() + "." + name.asText();
    }
}
