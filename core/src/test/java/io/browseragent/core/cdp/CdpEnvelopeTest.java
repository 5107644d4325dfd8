package io.browseragent.core.cdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every expectation but those marked was measured against Chromium 156. */
class CdpEnvelopeTest {

    private static final String OBJECT = "Message must be an object";
    private static final String ID = "Message must have integer 'id' property";

    /** How a command may lie in memory; both must read the same. */
    private enum From {
        ARRAY {
            @Override
            CdpEnvelope read(byte[] bytes) throws MalformedCommand {
                byte[] inside = new byte[bytes.length + 7];
                System.arraycopy(bytes, 0, inside, 3, bytes.length);
                return CdpEnvelope.read(inside, 3, bytes.length);
            }
        },
        STREAM {
            @Override
            CdpEnvelope read(byte[] bytes) throws MalformedCommand {
                return CdpEnvelope.read(new ByteArrayInputStream(bytes));
            }
        };

        abstract CdpEnvelope read(byte[] bytes) throws MalformedCommand;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "5                                                | -32600 | " + OBJECT + " |",
                "[]                                               | -32600 | " + OBJECT + " |",
                "[{\"id\":1,\"method\":\"X.y\"}]                  | -32600 | " + OBJECT + " |",
                "\"x\"                                            | -32600 | " + OBJECT + " |",
                "null                                             | -32600 | " + OBJECT + " |",
                "{}                                               | -32600 | " + ID + " |",
                "{\"method\":\"X.y\"}                             | -32600 | " + ID + " |",
                "{\"id\":\"1\",\"method\":\"X.y\"}                | -32600 | " + ID + " |",
                "{\"id\":1.5,\"method\":\"X.y\"}                  | -32600 | " + ID + " |",
                "{\"id\":2147483648,\"method\":\"X.y\"}           | -32600 | " + ID + " |",
                "{\"id\":-2147483649,\"method\":\"X.y\"}          | -32600 | " + ID + " |",
                "{\"id\":99999999999999999999,\"method\":\"X.y\"} | -32600 | " + ID + " |",
                "{\"id\":null,\"method\":\"X.y\"}                 | -32600 | " + ID + " |",
                "{\"id\":{\"id\":1},\"method\":\"X.y\"}           | -32600 | " + ID + " |",
                "{\"id\":1}                             | -32600 | Message must have string 'method' property | 1",
                "{\"id\":1,\"method\":5}                | -32600 | Message must have string 'method' property | 1",
                "{\"id\":7,\"method\":null}             | -32600 | Message must have string 'method' property | 7",
                "{\"id\":1,\"method\":\"X.y\",\"sessionId\":5}"
                        + " | -32600 | Message may have string 'sessionId' property | 1",
                "{\"id\":1,\"method\":\"X.y\",\"sessionId\":null}"
                        + " | -32600 | Message may have string 'sessionId' property | 1",
                "{\"id\":1,\"method\":\"X.y\",\"params\":5}"
                        + " | -32600 | Message may have object 'params' property | 1",
                "{\"id\":1,\"method\":\"X.y\",\"extra\":1}"
                        + " | -32600 | Message has property other than 'id', 'method', 'sessionId', 'params' | 1",
                "{\"id\":1,\"method\":\"X.y\"}}         | -32700 | JSON: unprocessed input remains at position 23 |",
                "{\"id\":1,\"method\":\"X.y\"}{}        | -32700 | JSON: unprocessed input remains at position 23 |",
                "5 5                                    | -32700 | JSON: unprocessed input remains at position 2 |",
            })
    void isRefusedInChromesWords(String message, int code, String words, Integer id) {
        MalformedCommand refused = refusal(message.strip().getBytes(StandardCharsets.UTF_8));

        assertThat(refused.error()).isEqualTo(new CdpError(code, words));
        assertThat(refused.id()).isEqualTo(id == null ? OptionalInt.empty() : OptionalInt.of(id));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"id\":1,\"method\":\"X.y\"",
                "{\"id\":1,\"method\":\"X.y\",}",
                "{\"id\":1,,\"method\":\"X.y\"}",
                "{\"id\":1 \"method\":\"X.y\"}",
                "{'id':1,'method':'X.y'}",
                "{id:1,method:\"X.y\"}",
                "{\"id\":01,\"method\":\"X.y\"}",
                "{\"id\":+1,\"method\":\"X.y\"}",
                "{\"id\":1,\"method\":\"X.y\"} x",
                "{\"id\":1,\"method\":\"X.y\"}\u0000",
                "/*c*/{\"id\":1,\"method\":\"X.y\"}",
                "{\"id\":1,/*c*/\"method\":\"X.y\"}",
                "{\"id\":1,\"method\":\"X.y\"}//c",
                "#c\n{\"id\":1,\"method\":\"X.y\"}",
                "\ufeff{\"id\":1,\"method\":\"X.y\"}",
                "{\"id\":1,\"method\":\"X\ty\"}", // Chrome takes it; ours may be stricter.
                "{\"id\":1,\"method\":\"\\x41\"}",
                "{\"id\":1,\"method\":\"X.y\",\"params\":{\"a\":NaN}}",
                "{\"id\":1,\"method\":\"X.y\",\"params\":{\"a\":Infinity}}",
                "{\"id\":1,\"method\":\"X.y\",\"params\":{\"a\":[1,]}}",
                "{\"id\":1,\"method\":\"X.y\",\"params\":{\"a\":[}]}",
                "{\"id\":1,\"method\":\"X.y\",\"params\":{\"a\" 1}}",
            })
    void whatIsNoJsonIsRefusedWithoutAnId(String message) {
        MalformedCommand refused = refusal(message.getBytes(StandardCharsets.UTF_8));

        assertThat(refused.error().code()).isEqualTo(-32700);
        assertThat(refused.error().message()).matches("JSON: .+ at position \\d+");
        assertThat(refused.id()).isEmpty();
    }

    /** Not Chrome's words: it says "CBOR: duplicate map key". */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":1,\"id\":2,\"method\":\"X.y\"}",
                "{\"id\":1,\"id\":1,\"method\":\"X.y\"}",
                "{\"id\":1,\"method\":\"Page.enable\",\"method\":\"Browser.close\"}",
                "{\"id\":1,\"method\":\"Page.enable\",\"\\u006dethod\":\"Browser.close\"}",
                "{\"id\":1,\"\\u006Dethod\":\"Page.enable\",\"method\":\"Browser.close\"}",
                "{\"id\":1,\"method\":5,\"method\":\"Browser.close\"}",
                "{\"id\":1,\"method\":\"X.y\",\"params\":{},\"params\":{}}",
                "{\"id\":1,\"method\":\"X.y\",\"params\":{},\"p\\u0061rams\":{}}",
                "{\"id\":1,\"method\":\"X.y\",\"sessionId\":\"A\",\"sessionId\":\"B\"}",
            })
    void aDoubledPropertyIsRefusedHoweverItIsSpelt(String message) {
        assertThat(refusal(message.getBytes(StandardCharsets.UTF_8)).error().message())
                .contains("twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE"})
    void onlyUtf8IsRead(String charset) {
        byte[] message = "{\"id\":1,\"method\":\"Browser.close\"}".getBytes(Charset.forName(charset));

        assertThat(refusal(message).error()).isEqualTo(CdpError.notJson(0));
    }

    @Test
    void invalidUtf8InANameIsRefused() {
        byte[] message = "{\"id\":1,\"method\":\"X.?\"}".getBytes(StandardCharsets.UTF_8);
        message[20] = (byte) 0xff;

        assertThat(refusal(message).error().code()).isEqualTo(-32700);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"id\":1,\"method\":\"X.y\"}                                      | 1          | X.y    |",
                "{\"method\":\"X.y\",\"id\":2}                                      | 2          | X.y    |",
                "{\"params\":{\"id\":9,\"method\":\"A.b\"},\"id\":3,\"method\":\"X.y\"} | 3      | X.y    |",
                "{\"id\":-1,\"method\":\"X.y\"}                                     | -1         | X.y    |",
                "{\"id\":-0,\"method\":\"X.y\"}                                     | 0          | X.y    |",
                "{\"id\":2147483647,\"method\":\"X.y\"}                             | 2147483647 | X.y    |",
                "{\"id\":-2147483648,\"method\":\"X.y\"}                           | -2147483648 | X.y    |",
                "{\"id\":4,\"method\":\"\\u0050age.enable\",\"sessionId\":\"S\"}    | 4   | Page.enable   | S",
                "{\"id\":5,\"\\u006dethod\":\"X.y\",\"sessionId\":\"\"}             | 5          | X.y    | ``",
                "{\"id\":6,\"method\":\"X.y\",\"params\":null}                      | 6          | X.y    |",
                "{\"id\":7,\"method\":\"X.y\",\"params\":[]}                        | 7          | X.y    |",
                "` \t\r\n{ \"id\" : 8 , \"method\" : \"X.y\" } \n`                  | 8          | X.y    |",
                "{\"id\":9,\"method\":\"X.y\",\"params\":{\"a\":\"\\ud800 \\udc00\"}} | 9        | X.y    |",
                "{\"id\":10,\"method\":\"X.y\",\"params\":{\"a\":1,\"a\":2,\"\u00e4\":\"\u20ac\ud83d\ude00\"}} | 10 | X.y |",
            })
    void isReadInAnyOrder(String message, int id, String method, String session) throws Exception {
        CdpEnvelope command = read(message.getBytes(StandardCharsets.UTF_8));

        assertThat(command.id()).isEqualTo(id);
        assertThat(command.method()).isEqualTo(method);
        assertThat(command.sessionId().orElse(null)).isEqualTo(session);
    }

    @Test
    void hugeParametersAreSkipped() throws Exception {
        String huge = "x".repeat(30 << 20);

        CdpEnvelope command = read(("{\"id\":1,\"params\":{\"expression\":\"" + huge + "\"},\"method\":\"X.y\"}")
                .getBytes(StandardCharsets.UTF_8));

        assertThat(command.method()).isEqualTo("X.y");
    }

    @Test
    void aHostileLongMethodOrSessionIsRefusedNotKept() {
        String huge = "x".repeat(1 << 20);

        assertThat(refusal(("{\"id\":1,\"method\":\"" + huge + "\"}").getBytes(StandardCharsets.UTF_8))
                        .error()
                        .message()
                        .length())
                .isLessThan(100);
        assertThat(refusal(("{\"id\":1,\"method\":\"X.y\",\"sessionId\":\"" + huge + "\"}")
                                .getBytes(StandardCharsets.UTF_8))
                        .error()
                        .code())
                .isEqualTo(-32700);
        assertThat(refusal(("{\"id\":1,\"" + huge + "\":1,\"method\":\"X.y\"}").getBytes(StandardCharsets.UTF_8)))
                .isNotNull();
    }

    @Test
    void nestingGoesNoDeeperThanInChrome() throws Exception {
        assertThat(read(nested(298)).id()).isEqualTo(1);
        // Chrome takes 300 containers around a value as well, and refuses 301.
        assertThat(refusal(nested(299)).error().code()).isEqualTo(-32700);
        assertThat(refusal(nested(100_000)).error().code()).isEqualTo(-32700);
    }

    private static byte[] nested(int depth) {
        return ("{\"id\":1,\"method\":\"X.y\",\"params\":{\"a\":" + "[".repeat(depth) + "1" + "]".repeat(depth) + "}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static CdpEnvelope read(byte[] message) throws MalformedCommand {
        CdpEnvelope command = From.ARRAY.read(message);
        assertThat(From.STREAM.read(message)).isEqualTo(command);
        return command;
    }

    private static MalformedCommand refusal(byte[] message) {
        MalformedCommand refused = catchThrowableOfType(MalformedCommand.class, () -> From.ARRAY.read(message));
        MalformedCommand fromStream = catchThrowableOfType(MalformedCommand.class, () -> From.STREAM.read(message));
        assertThat(refused).as("refusal").isNotNull();
        assertThat(fromStream).as("refusal from a stream").isNotNull();
        assertThat(fromStream.error().code()).isEqualTo(refused.error().code());
        return refused;
    }
}
