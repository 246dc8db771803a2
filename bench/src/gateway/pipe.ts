// The least a gateway can be: bytes in, bytes out. `pipe.ts UPSTREAM` prints its address.
import { Agent, createServer, request as send } from 'node:http';

const { hostname, port } = new URL(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true });
createServer((request, response) => {
  const { method, url: path, headers } = request;
  const out = send({ hostname, port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  out.on('error', () => response.destroy());
  request.pipe(out);
}).listen(0, '127.0.0.1', function (this: import('node:http').Server) {
  const address = this.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`);
});
