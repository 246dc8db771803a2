// An upstream that answers at once, as a process of its own. Prints its port.
import { createServer } from 'node:http';

const WORDS = 'word '.repeat(350);
const usage = { prompt_tokens: 500, completion_tokens: 350, total_tokens: 850 };
const head = { id: 'chatcmpl-1', created: 1, model: 'gpt-4o' };
const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: WORDS }, finish_reason: 'stop' }],
  usage,
});
const chunk = (delta: object, finish_reason: string | null) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

createServer(async (request, response) => {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  if (!text.includes('"stream":true'))
    return void response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) })
      .end(whole);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: 'word' }, null));
  // A stream that is to stay open never ends by itself.
  if (text.includes('stay open')) return;
  setTimeout(() => response.end(`${chunk({ content: ' more' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`), 5);
}).listen(0, '127.0.0.1', function (this: import('node:http').Server) {
  const address = this.address();
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`);
});
