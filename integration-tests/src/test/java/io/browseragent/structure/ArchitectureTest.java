package io.browseragent.structure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInAnyPackage;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may use whom. The drawing in the documents is one of the rules. */
class ArchitectureTest {

    private static final Path DRAWING = SourceTree.ROOT.resolve("docs/architecture.puml");

    /** Types that a framework finds by themselves. */
    private static final Set<String> ENDPOINTS = Set.of(
            "jakarta.ws.rs.Path",
            "io.quarkus.websockets.next.WebSocket",
            "io.quarkus.runtime.annotations.QuarkusMain",
            "io.smallrye.config.ConfigMapping");

    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter().importPaths(SourceTree.compiledModules());
    }

    @Test
    void everyDependencyIsAnArrowInTheDrawing() throws Exception {
        classes()
                .should(adhereToPlantUmlDiagram(
                        DRAWING.toUri().toURL(), consideringOnlyDependenciesInAnyPackage("io.browseragent..")))
                .check(classes);
    }

    @Test
    void everyArrowInTheDrawingIsADependency() {
        String drawing = SourceTree.read(DRAWING);
        Set<String> arrows = Pattern.compile("(?m)^(\\w+) --> (\\w+)$")
                .matcher(drawing)
                .results()
                .map(arrow -> component(drawing, arrow.group(1)) + " -> " + component(drawing, arrow.group(2)))
                .collect(Collectors.toSet());
        Set<String> used = classes.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> dependency.getTargetClass().getName().startsWith("io.browseragent."))
                .map(dependency -> drawn(dependency.getOriginClass()) + " -> " + drawn(dependency.getTargetClass()))
                .collect(Collectors.toSet());

        assertThat(used).containsAll(arrows);
    }

    /** The package of a component, by its alias or its name. */
    private static String component(String drawing, String alias) {
        var line = Pattern.compile("(?m)<<([\\w.]+)\\.\\.>> as " + alias + "$|\\[" + alias + "] <<([\\w.]+)\\.\\.>>$")
                .matcher(drawing);
        assertThat(line.find()).as("component " + alias).isTrue();
        return line.group(1) == null ? line.group(2) : line.group(1);
    }

    /** Recipes are one component, each with a package of its own. */
    private static String drawn(JavaClass type) {
        return type.getPackageName().replaceFirst("^(io\\.browseragent\\.recipes)\\..*", "$1");
    }

    @Test
    void proxyAndAgentNeverSeeEachOther() {
        noClasses()
                .that()
                .resideInAPackage("..proxy..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.browseragent.agent..", "io.browseragent.spi..")
                .because("they meet on the bus in core alone")
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage("..agent..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.browseragent.proxy..")
                .because("the agent passes the same filters as a stranger's tool")
                .check(classes);
    }

    @Test
    void theSpiDependsOnJavaAlone() {
        classes()
                .that()
                .resideInAPackage("io.browseragent.spi..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.browseragent.spi..", "java..")
                .because("a recipe's jar holds the recipe alone")
                .check(classes);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.browseragent.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void decisionsAndFramesKnowNoQuarkus() {
        noClasses()
                .that()
                .resideInAnyPackage("..proxy.policy..", "..proxy.guard..", "..proxy.frame..", "..core..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.quarkus..", "jakarta..", "io.smallrye..")
                .check(classes);
    }

    @Test
    void decisionsKnowNoSockets() {
        noClasses()
                .that()
                .resideInAnyPackage("..proxy.policy..", "..proxy.guard..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "io.netty..", "java.net..", "java.time..")
                .because("they are pure: the same question has the same answer")
                .check(classes);
    }

    @Test
    void onlyTheTypedBusTouchesTheEventBus() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.browseragent.core.bus..")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "the event bus is used",
                        call -> call.getTargetOwner().getName().startsWith("io.vertx.core.eventbus.")))
                .because("every address and every event is listed in core.bus")
                .check(classes);
    }

    @Test
    void onlyCommandsAndTheStartPrint() {
        noClasses()
                .that()
                .resideOutsideOfPackages("..proxy.cli..", "..proxy.app..", "..proxy.launch..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(classes);
    }

    @Test
    void onlyCommandsAndTheLauncherReadTheEnvironment() {
        noClasses()
                .that()
                .resideOutsideOfPackages("..proxy.cli..", "..proxy.launch..")
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .because("everything else is a setting; commands must not load the configuration, and the browser"
                        + " inherits the environment")
                .check(classes);
    }

    @Test
    void nobodyUsesTheJdksLogger() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.logging..")
                .check(classes);
    }

    @Test
    void everyPublicTypeOfTheSpiSaysHowFarItIsPromised() {
        classes()
                .that()
                .resideInAPackage("io.browseragent.spi..")
                .and()
                .arePublic()
                .and()
                .areTopLevelClasses()
                .should()
                .beAnnotatedWith("io.browseragent.spi.Spi")
                .check(classes);
    }

    @Test
    void publicMeansUsedByAnotherPackage() {
        classes()
                .that()
                .resideInAnyPackage("io.browseragent.proxy..", "io.browseragent.agent..")
                .and()
                .arePublic()
                .and()
                .areTopLevelClasses()
                .should(beUsedFromAnotherPackage())
                .check(classes);
    }

    private static ArchCondition<JavaClass> beUsedFromAnotherPackage() {
        return new ArchCondition<>("be used from another package, or be an endpoint") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean endpoint = ENDPOINTS.stream().anyMatch(type::isAnnotatedWith);
                boolean used = classes.stream()
                        .filter(other -> !other.getPackageName().equals(type.getPackageName()))
                        .flatMap(other -> other.getDirectDependenciesFromSelf().stream())
                        .map(dependency -> outermost(dependency.getTargetClass().getBaseComponentType()))
                        .anyMatch(type::equals);
                events.add(new SimpleConditionEvent(
                        type, endpoint || used, type.getName() + " is public, and only its own package uses it"));
            }
        };
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    @Test
    void stateIsConfinedNotLocked() {
        noClasses()
                .that()
                .resideInAPackage("..proxy.ownership..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.concurrent..")
                .because("one event loop owns this state; readers get snapshots")
                .check(classes);
        assertThat(classes.stream()
                        .filter(type -> type.getPackageName().startsWith("io.browseragent.proxy.ownership"))
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED)))
                .isEmpty();
    }
}
