package io.browseragent.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files stay small enough to be read at once. */
class SourceSizeTest {

    private static final int LIMIT = 400;

    private record Size(Path file, long lines) {
        static Size of(Path file) {
            return new Size(
                    SourceTree.ROOT.relativize(file),
                    SourceTree.read(file).lines().count());
        }

        @Override
        public String toString() {
            return lines + "  " + file;
        }
    }

    @Test
    void noMainFileIsOverTheLimit() {
        List<Size> sizes = SourceTree.mainFiles().stream()
                .map(Size::of)
                .sorted(Comparator.comparingLong(Size::lines).reversed())
                .toList();

        System.out.println("The five biggest main files, in lines:");
        sizes.stream().limit(5).forEach(System.out::println);
        assertThat(sizes).hasSizeGreaterThan(50).allMatch(size -> size.lines() <= LIMIT);
    }
}
