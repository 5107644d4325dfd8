package io.browseragent.it;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** He types while agents open tabs, go to pages and close them again. */
class HumanAtTheDeskIT extends HeadfulBrowser {

    @Test
    void typingIsUndisturbedWhileTabsComeAndGo() {
        String text = "the quick brown fox jumps over the lazy dog ".repeat(4);
        sitDown();
        try (CdpClient agent = client()) {
            CompletableFuture<Void> typing = CompletableFuture.runAsync(() -> display.type(text));
            while (!typing.isDone()) {
                String page = agent.create(host("agent", "/form"));
                String session = agent.attach(page);
                agent.callIn(session, "Page.captureScreenshot", "format", "png");
                agent.close(page);
            }
            typing.join();
        }
        assertTyped(text);
        assertTheHumanIsUndisturbed();
    }
}
