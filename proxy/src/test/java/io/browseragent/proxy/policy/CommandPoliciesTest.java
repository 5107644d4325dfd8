package io.browseragent.proxy.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandPoliciesTest {

    private static final Map<String, List<String>> SENSITIVE = Catalogue.read("sensitive-parameters.txt");
    private static final Set<String> NAMED =
            CommandPolicies.LINES.stream().map(Line::method).collect(Collectors.toSet());

    @Test
    void everyKnownMethodHasALine() {
        assertThat(CommandPolicies.byMethod(CommandPolicies.LINES).keySet())
                .containsExactlyInAnyOrderElementsOf(CommandPolicies.KNOWN);
    }

    @Test
    void everyLineSaysWhyAndHasEveryKind() {
        assertThat(CommandPolicies.LINES).allSatisfy(line -> {
            assertThat(line.reason()).as(line.method()).isNotBlank();
            assertThat(line.treatments()).as(line.method()).containsOnlyKeys(SessionKind.values());
        });
    }

    @Test
    void everyLineIsForSomeKnownMethod() {
        Set<String> used = CommandPolicies.KNOWN.stream()
                .map(method -> CommandPolicies.of(method).method())
                .collect(Collectors.toSet());

        assertThat(NAMED).isEqualTo(used);
    }

    @Test
    void everyTargetMethodHasALineOfItsOwn() {
        assertThat(CommandPolicies.KNOWN.stream().filter(method -> method.startsWith("Target.")))
                .hasSizeGreaterThan(15)
                .allMatch(NAMED::contains);
    }

    /** Or a line of its domain that lets nothing pass unchecked. */
    @Test
    void everyCommandThatNamesWhatMayBeForeignHasALine() {
        assertThat(SENSITIVE.keySet())
                .hasSizeGreaterThan(80)
                .filteredOn(method -> !NAMED.contains(method))
                .contains("IO.read", "DOMStorage.clear")
                .allSatisfy(method -> assertThat(
                                CommandPolicies.of(method).treatments().values())
                        .as(method)
                        .doesNotContain(Treatments.PASS));
    }

    @Test
    void twoLinesForOneMethodFail() {
        Line line = Line.everywhere("Page.navigate", Treatments.PASS, "a test");
        Line domain = Line.everywhere("Page.*", Treatments.PASS, "a test");

        assertThatIllegalStateException()
                .isThrownBy(() -> CommandPolicies.byMethod(List.of(line, line)))
                .withMessage("two lines for Page.navigate");
        assertThatIllegalStateException()
                .isThrownBy(() -> CommandPolicies.byMethod(List.of(domain, line, domain)))
                .withMessage("two lines for Page.*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Page.navigte", "page.navigate", "Nothing.at", "Page.", "Target.getTarget"})
    void aLineForAMethodThatNobodyHasFails(String method) {
        Line line = Line.everywhere(method, Treatments.PASS, "a test");

        assertThatIllegalStateException()
                .isThrownBy(() -> CommandPolicies.byMethod(List.of(line)))
                .withMessage("no method is called " + method);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Nothing.*", "page.*", ".*"})
    void aLineForADomainThatNobodyHasFails(String method) {
        Line line = Line.everywhere(method, Treatments.PASS, "a test");

        assertThatIllegalStateException()
                .isThrownBy(() -> CommandPolicies.byMethod(List.of(line)))
                .withMessage("no domain is called " + method);
    }

    @Test
    void anExactNameBeatsItsDomain() {
        Line exact = Line.everywhere("Page.navigate", Treatments.HIDE, "a test");
        Line domain = Line.everywhere("Page.*", Treatments.PASS, "a test");

        Map<String, Line> lines = CommandPolicies.byMethod(List.of(domain, exact));

        assertThat(lines.get("Page.navigate")).isSameAs(exact);
        assertThat(lines.get("Page.reload")).isSameAs(domain);
        assertThat(lines).doesNotContainKey("Page.madeUp").doesNotContainKey("Target.getTargets");
    }

    @ParameterizedTest
    @EnumSource(SessionKind.class)
    void whatIsNotKnownIsHiddenInChromesWords(SessionKind kind) {
        for (String method :
                List.of("X.y", "Page.ofALaterChrome", "Target.ofALaterChrome", "page.navigate", "", "é\\\"")) {
            assertThat(Judging.error(Judging.judge(kind, method, "{}")))
                    .isEqualTo("-32601 '" + method.replace("\\", "") + "' wasn't found");
        }
    }
}
