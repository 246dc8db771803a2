import { request as httpRequest } from 'node:http';

/** A request byte by byte as given: `fetch` would not let a test lie about its host. */
export interface RawRequest {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends it and reads the answer; of a stream only the beginning. */
export function rawRequest({ port, method, path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    // Said aloud: without it, a body of DELETE would be taken for the next request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const whole = { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers }, agent: false };
    const sent = httpRequest(whole, (response) => {
      let text = '';
      const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          done();
          sent.destroy();
        }
      });
      response.on('end', done).on('error', () => {});
    });
    sent.on('error', reject).end(body);
  });
}
