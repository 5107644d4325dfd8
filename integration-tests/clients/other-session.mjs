// A TCP relay: run in an OS session of its own, it lends that to the connections that go through it.
// usage: node other-session.mjs <port>
// Prints `listening <port of its own>`, and relays until it is killed.
import net from 'node:net';

const target = Number(process.argv[2]);
const server = net.createServer({ allowHalfOpen: true }, near => {
  const far = net.connect({ host: '127.0.0.1', port: target, allowHalfOpen: true });
  for (const [from, to] of [[near, far], [far, near]]) {
    from.setNoDelay(true);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`));
