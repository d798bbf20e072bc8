import type { LightMyRequestResponse } from 'fastify';
import type { TestBridge } from '../../support/bridge.ts';

export const LOGIN = 'exchange';
export const PASSWORD = 'a long enough one';
export const TOKEN = 'token-of-the-accounting-program';

export const EXCHANGE = {
  token: TOKEN,
  login: LOGIN,
  password: PASSWORD,
  provider: 'Свой склад',
  brand: '1С',
  priceType: '',
};

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** An accounting program that has signed in. */
export interface ExchangeClient {
  /** Calls a mode of the exchange; the text of the answer. */
  call(mode: string, filename?: string, body?: string | Buffer): Promise<string>;
  /** Sends a file in parts of that many bytes. */
  send(filename: string, content: string | Buffer, partBytes?: number): Promise<void>;
  /** Asks for the import of a file until it is over. */
  import(filename: string): Promise<string>;
}

const URL_OF = '/api/bridge/exchange/1c?type=catalog&mode=';

export const checkAuth = ({ app }: TestBridge, authorization: string): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'GET', url: `${URL_OF}checkauth`, headers: { authorization } });

/** Signs in and begins an exchange. */
export async function beginExchange(shop: TestBridge, authorization = basic(LOGIN, PASSWORD)): Promise<ExchangeClient> {
  const [word, name, value] = (await checkAuth(shop, authorization)).payload.split('\n');
  if (word !== 'success') throw new Error(word);
  const call = async (mode: string, filename = '', body?: string | Buffer) => {
    const url = `${URL_OF}${mode}${filename ? `&filename=${encodeURIComponent(filename)}` : ''}`;
    const headers = { cookie: `other=1; ${name}=${value}` };
    const answer = await (body === undefined
      ? shop.app.inject({ method: 'GET', url, headers })
      : shop.app.inject({ method: 'POST', url, headers, payload: body }));
    return answer.payload.trim();
  };
  await call('init');
  return {
    call,
    send: async (filename, content, partBytes = Number.POSITIVE_INFINITY) => {
      const bytes = Buffer.from(content);
      for (let at = 0; at < bytes.length; at += partBytes) {
        const told = await call('file', filename, bytes.subarray(at, Math.min(bytes.length, at + partBytes)));
        if (told !== 'success') throw new Error(told);
      }
    },
    import: async (filename) => {
      for (;;) {
        const told = await call('import', filename);
        if (!told.startsWith('progress')) return told;
      }
    },
  };
}
