import { connect } from 'node:net';

/** The whole answer to a GET exactly as written: fetch would tidy the path, and speaks one version of HTTP. */
export const rawRequest = (port: number, target: string, { version = '1.1', host = 'x' } = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(`GET ${target} HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
