package io.browseragent.core.testing;

/** A whole message the fake browser got: in how many frames it came, whether they were masked, and its opcode. */
public record FakeMessage(int opcode, int frames, boolean masked, String text) {

    @Override
    public String toString() {
        String shown = text.length() > 200 ? text.substring(0, 200) + "… (" + text.length() + ")" : text;
        return "FakeMessage[opcode=" + opcode + ", frames=" + frames + ", masked=" + masked + ", " + shown + "]";
    }
}
