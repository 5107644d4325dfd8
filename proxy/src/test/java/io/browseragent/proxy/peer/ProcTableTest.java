package io.browseragent.proxy.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProcTableTest {

    private final ProcTable processes = new ProcTable();

    @Test
    void ownConnectionsAreOfTheSessionThatThisTestRunsIn() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            assertThat(session(accepted)).contains(ownSession());
            assertThat(client.isConnected()).isTrue();
        }
    }

    @Test
    void aProcessOfAnotherSessionIsToldApart() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String dial = "exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort() + "; echo $$; read line <&3";
            Process other = new ProcessBuilder("setsid", "--wait", "bash", "-c", dial).start();
            try (Socket accepted = server.accept();
                    BufferedReader said = new BufferedReader(new InputStreamReader(other.getInputStream()))) {
                String leader = said.readLine();
                Optional<String> session = session(accepted);

                assertThat(session).contains(leader).isNotEqualTo(Optional.of(ownSession()));
            } finally {
                other.destroy();
            }
        }
    }

    @Test
    void aConnectionThatIsNotThereIsOfNobody() {
        InetSocketAddress nobody = new InetSocketAddress("127.0.0.1", 1);
        assertThat(processes.session(nobody, nobody)).isEmpty();
    }

    @Test
    void theSamePortOfTheOtherFamilyIsAnotherConnection() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            assertThat(client.isConnected()).isTrue();
            assertThat(processes.session(
                            new InetSocketAddress("::1", accepted.getPort()),
                            new InetSocketAddress("::1", accepted.getLocalPort())))
                    .isEmpty();
            assertThat(processes.session(
                            new InetSocketAddress("127.0.0.2", accepted.getPort()),
                            new InetSocketAddress("127.0.0.1", accepted.getLocalPort())))
                    .isEmpty();
        }
    }

    private Optional<String> session(Socket accepted) {
        return processes.session((InetSocketAddress) accepted.getRemoteSocketAddress(), (InetSocketAddress)
                accepted.getLocalSocketAddress());
    }

    private static String ownSession() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
    }
}
