package io.browseragent.core.cdp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserHeadTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"id\":1,\"result\":{}}                     | 1           | ``",
                "{\"id\":0,\"error\":{}}                      | 0           | ``",
                "{\"id\":-1,\"result\":{}}                    | -1          | ``",
                "{\"id\":2147483647,\"result\":{}}            | 2147483647  | ``",
                "{\"id\":-2147483648,\"result\":{}}           | -2147483648 | ``",
                "{\"id\":21474836480,\"result\":{}}           |             | ``",
                "{\"id\":\"1\",\"result\":{}}                 |             | ``",
                "{\"id\":1}                                   |             | ``",
                "{\"id\":                                     |             | ``",
                "{\"method\":\"Page.loadEventFired\",\"params\":{}} |       | Page.loadEventFired",
                "{\"method\":\"Page.load                      |             | ``",
                "{\"method\":\"                               |             | ``",
                "{\"error\":{\"code\":-32700}}                |             | ``",
                "``                                           |             | ``",
            })
    void headTellsReplyAndEvent(String head, Long replyId, String method) {
        ByteBuf bytes = Unpooled.copiedBuffer("garbage" + head + "\",1,", StandardCharsets.UTF_8);

        assertThat(BrowserHead.replyId(bytes, 7, head.length()))
                .isEqualTo(replyId == null ? BrowserHead.NO_REPLY : replyId);
        assertThat(BrowserHead.eventMethod(bytes, 7, head.length())).isEqualTo(method);
    }

    @Test
    void nothingBehindTheHeadIsRead() {
        ByteBuf bytes = Unpooled.copiedBuffer("{\"id\":12,\"result\":{}}", StandardCharsets.UTF_8);

        assertThat(BrowserHead.replyId(bytes, 0, 7)).isEqualTo(BrowserHead.NO_REPLY);
        assertThat(BrowserHead.replyId(bytes, 0, 8)).isEqualTo(BrowserHead.NO_REPLY);
        assertThat(BrowserHead.replyId(bytes, 0, 9)).isEqualTo(12);
    }
}
