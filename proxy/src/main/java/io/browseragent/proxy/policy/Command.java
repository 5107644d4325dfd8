package io.browseragent.proxy.policy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.browseragent.core.cdp.CdpEnvelope;
import io.browseragent.core.cdp.CdpError;
import io.browseragent.core.cdp.CdpJson;
import java.io.IOException;

/** A command under judgement; its parameters are read only where a line of the table needs them. */
final class Command {

    /** A parsed command is several times its size in memory; Chrome takes no address of more than 2 MB. */
    private static final int MAX_PARSED = 4 << 20;

    /** Of small values, a tree is many times the size of its text. A doubled property could be read in two ways. */
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxTokenCount(20_000).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final CdpEnvelope envelope;
    private final ClientView view;
    private final int length;
    private final CommandFilter.Message message;
    private ObjectNode root;

    Command(CdpEnvelope envelope, ClientView view, int length, CommandFilter.Message message) {
        this.envelope = envelope;
        this.view = view;
        this.length = length;
        this.message = message;
    }

    CdpEnvelope envelope() {
        return envelope;
    }

    ClientView view() {
        return view;
    }

    /** In bytes. */
    int length() {
        return length;
    }

    /** Never null; changes to it are seen by {@link #rewritten}. */
    ObjectNode params() throws Refused {
        ObjectNode whole = root();
        return whole.get("params") instanceof ObjectNode params ? params : whole.putObject("params");
    }

    /** The command as its parameters are now. */
    byte[] rewritten() throws Refused {
        try {
            return CdpJson.MAPPER.writeValueAsBytes(root());
        } catch (IOException e) {
            throw new IllegalStateException("a parsed command cannot be written", e);
        }
    }

    private ObjectNode root() throws Refused {
        if (root == null) {
            root = parse();
        }
        return root;
    }

    private ObjectNode parse() throws Refused {
        if (length > MAX_PARSED) {
            throw tooLarge();
        }
        try (JsonParser json = JSON.createParser(message.bytes())) {
            return CdpJson.MAPPER.readTree(json);
        } catch (StreamConstraintsException e) {
            throw tooLarge();
        } catch (IOException e) {
            // The envelope was sound, so it is a property that is there twice.
            throw new Refused(
                    new CdpError(-32600, "browser-agent: " + envelope.method() + " must not have a parameter twice"));
        }
    }

    private Refused tooLarge() {
        return new Refused(new CdpError(
                -32602,
                "browser-agent: " + envelope.method() + " takes at most " + (MAX_PARSED >> 20)
                        + " MB and few parameters"));
    }

    /** The command is answered with an error. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient CdpError error;

        Refused(CdpError error) {
            super(error.message(), null, false, false);
            this.error = error;
        }

        CdpError error() {
            return error;
        }
    }
}
