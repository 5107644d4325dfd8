package io.browseragent.agent.recipe;

import io.browseragent.spi.Recipe;
import io.browseragent.spi.SpiVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Writes jars of one recipe, compiled on the fly, so that no other class loader knows its class. */
final class TestJar {

    private TestJar() {}

    /** @param body what the class {@code made.Made implements Recipe} holds */
    static Path write(Path jar, String body) throws IOException {
        return write(jar, body, Integer.toString(SpiVersion.CURRENT));
    }

    static Path write(Path jar, String body, String spiNumber) throws IOException {
        Path classes = compile(jar.resolveSibling(jar.getFileName() + ".classes"), body);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(SpiVersion.MANIFEST_ATTRIBUTE, spiNumber);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry("made/Made.class"));
            out.write(Files.readAllBytes(classes.resolve("made/Made.class")));
            out.putNextEntry(new JarEntry("META-INF/services/" + Recipe.class.getName()));
            out.write("made.Made".getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    /** A recipe that is well. */
    static String recipe(String id, String... sites) {
        StringBuilder list = new StringBuilder();
        for (String site : sites) {
            list.append(list.isEmpty() ? "" : ", ")
                    .append("new SitePattern(\"")
                    .append(site)
                    .append("\")");
        }
        return "public String id() { return \"" + id + "\"; } public List<SitePattern> sites() { return List.of(" + list
                + "); }";
    }

    private static Path compile(Path folder, String body) throws IOException {
        Files.createDirectories(folder);
        String source = "package made; import io.browseragent.spi.*; import java.util.List;"
                + " public final class Made implements Recipe { " + body + " }";
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///made/Made.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String spi = Path.of(Recipe.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
        List<String> options = List.of("-d", folder.toString(), "-classpath", spi, "-proc:none");
        if (!compiler.getTask(null, null, null, options, null, List.of(file)).call()) {
            throw new IllegalStateException("does not compile: " + source);
        }
        return folder;
    }
}
