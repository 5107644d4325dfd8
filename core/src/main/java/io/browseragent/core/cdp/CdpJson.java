package io.browseragent.core.cdp;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The JSON settings that CDP needs. */
public final class CdpJson {

    /**
     * Thread-safe. Writes every non-ASCII character as an escape, so that a lone surrogate survives being rewritten.
     */
    public static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CdpJson() {}
}
