package io.browseragent.structure;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Writes the page of settings from the configuration interfaces: their Javadoc is the text. */
final class ConfigurationPage {

    private static final String HEAD = """
            # Settings

            This page is made from the sources by `ConfigurationPageTest`; change the Javadoc there, not this file.

            A setting can be given in three ways. The first that names it wins:

            1. a system property: `BROWSER_AGENT_JAVA_OPTS="-Dbroker.proxy-port=9322" ./browser-agent up`;
            2. the environment: `BROKER_PROXY_PORT=9322 ./browser-agent up`;
            3. the file `browser-agent.properties` in the home folder (`~/.browser-agent`), or the one that
               `SMALLRYE_CONFIG_LOCATIONS` names, with lines such as `broker.proxy-port=9322`.

            Options of `up` win over all of them. The commands `status` and `doctor` read the three ports from the
            environment and the file.

            A key that does not exist is an error in a file or a system property, and `up` does not start. In the
            environment it is a warning, since other programs may use the name.

            `<name>` in a default stands for another setting or variable. Durations are written `20s`, `5m` or `1h`,
            sizes `64M`; lists are separated by commas.
            """;

    private final StringBuilder page = new StringBuilder(HEAD);
    private final DocTrees docs;

    private ConfigurationPage(DocTrees docs) {
        this.docs = docs;
    }

    static String of(List<Path> mappings) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(mappings));
            ConfigurationPage page = new ConfigurationPage(DocTrees.instance(task));
            for (CompilationUnitTree unit : task.parse()) {
                page.unit(unit);
            }
            return page.page.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void unit(CompilationUnitTree unit) {
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree mapping) {
                annotation(mapping.getModifiers(), "ConfigMapping").ifPresent(prefix -> {
                    TreePath path = new TreePath(new TreePath(unit), mapping);
                    page.append("\n## `")
                            .append(prefix)
                            .append("`\n\n")
                            .append(text(path))
                            .append("\n\n| key | environment | default | meaning |\n|---|---|---|---|\n");
                    members(path, mapping, prefix);
                });
            }
        }
    }

    private void members(TreePath path, ClassTree mapping, String prefix) {
        for (Tree member : mapping.getMembers()) {
            if (member instanceof MethodTree method) {
                String name = annotation(method.getModifiers(), "WithName")
                        .orElseGet(() -> kebab(method.getName().toString()));
                String key = prefix + "." + name;
                Optional<ClassTree> group =
                        group(mapping, method.getReturnType().toString());
                if (group.isPresent()) {
                    members(new TreePath(path, group.get()), group.get(), key);
                } else {
                    row(key, annotation(method.getModifiers(), "WithDefault"), text(new TreePath(path, method)));
                }
            }
        }
    }

    /** The nested interface of that name, if it is one. */
    private static Optional<ClassTree> group(ClassTree mapping, String type) {
        return mapping.getMembers().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .filter(nested -> nested.getSimpleName().contentEquals(type))
                .findFirst();
    }

    private void row(String key, Optional<String> usual, String meaning) {
        page.append("| `")
                .append(key)
                .append("` | `")
                .append(key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT))
                .append("` | ")
                .append(usual.map(value -> "`" + readable(value) + "`").orElse("none"))
                .append(" | ")
                .append(meaning.replace("|", "\\|"))
                .append(" |\n");
    }

    /** {@code ${user.home}} is the home folder; other names stand for themselves, whatever they are without a value. */
    private static String readable(String value) {
        return value.replace("${user.home}", "~").replaceAll("\\$\\{([^:}]+)(:[^}]*)?}", "<$1>");
    }

    private String text(TreePath path) {
        DocCommentTree comment = docs.getDocCommentTree(path);
        if (comment == null) {
            throw new IllegalStateException("no Javadoc: " + path.getLeaf());
        }
        return comment.getFullBody().toString().isEmpty()
                ? ""
                : comment.getFullBody().stream()
                        .map(Object::toString)
                        .reduce("", String::concat)
                        .replaceAll("\\{@(?:code|link|linkplain) ([^}]*)}", "`$1`")
                        .replaceAll("\\s+", " ")
                        .strip();
    }

    /** The annotation's one value. */
    private static Optional<String> annotation(ModifiersTree modifiers, String name) {
        return modifiers.getAnnotations().stream()
                .filter(annotation -> annotation.getAnnotationType().toString().equals(name))
                .map(ConfigurationPage::value)
                .findFirst();
    }

    private static String value(AnnotationTree annotation) {
        ExpressionTree argument = annotation.getArguments().get(0);
        ExpressionTree value = argument instanceof AssignmentTree assignment ? assignment.getExpression() : argument;
        return ((LiteralTree) value).getValue().toString();
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
