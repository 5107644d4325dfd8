package io.browseragent.proxy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class StatusTextTest {

    private static String text(String tabs) throws JsonProcessingException {
        return StatusText.of(new ObjectMapper().readTree("""
                {"service":"browser-agent","detail":"Chrome/156 answers","ports":{"cdp":1,"rest":2,"upstream":3},
                 "uptime_seconds":7,"clients":4,"tabs":%s}""".formatted(tabs)));
    }

    @Test
    void saysWhenNothingIsLent() throws JsonProcessingException {
        assertThat(text("[]")).isEqualTo("""
                CDP http://127.0.0.1:1  REST http://127.0.0.1:2  up 7 s
                browser: Chrome/156 answers
                clients: 4
                no tabs of agents are open
                """);
    }

    @Test
    void aLineForEachTab() throws JsonProcessingException {
        assertThat(text("""
                [{"owner":"ws:1","age_seconds":5,"url":"https://a.example/","title":"A"},
                 {"owner":"pool:http","age_seconds":6,"url":"about:blank","title":""}]""")).endsWith("""
                tabs:
                  ws:1  5 s  https://a.example/  A
                  pool:http  6 s  about:blank \s
                """);
    }
}
