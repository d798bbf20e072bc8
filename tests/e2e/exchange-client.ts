// An accounting program that sends its goods as 1C does, over HTTP.

export interface Exchange {
  /** Sends a file in parts of at most so many bytes. */
  send(filename: string, content: string | Buffer, partBytes?: number): Promise<void>;
  /** Has a file imported; the answer when that is over, with plain blanks. */
  import(filename: string): Promise<string>;
}

/** Signs in to the shop at an origin and begins an exchange. */
export async function beginExchange(origin: string, login: string, password: string): Promise<Exchange> {
  let cookie = '';
  const call = async (mode: string, filename = '', body?: Buffer): Promise<string> => {
    const query = new URLSearchParams({ type: 'catalog', mode, ...(filename && { filename }) });
    const answer = await fetch(`${origin}/api/bridge/exchange/1c?${query}`, {
      method: body ? 'POST' : 'GET',
      headers: cookie
        ? { Cookie: cookie }
        : { Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
      ...(body && { body: new Uint8Array(body) }),
    });
    return (await answer.text()).trim().replaceAll('\u00a0', ' ');
  };
  const [word, name, value] = (await call('checkauth')).split('\n');
  if (word !== 'success') throw new Error(`checkauth answered ${word}`);
  cookie = `${name}=${value}`;
  const most = Number(/file_limit=(\d+)/.exec(await call('init'))?.[1]);
  return {
    async send(filename, content, partBytes = most) {
      const bytes = Buffer.from(content as string);
      for (let at = 0; at < bytes.length; at += partBytes) {
        const said = await call('file', filename, bytes.subarray(at, at + partBytes));
        if (said !== 'success') throw new Error(`file answered ${said}`);
      }
    },
    async import(filename) {
      for (;;) {
        const said = await call('import', filename);
        if (!said.startsWith('progress')) return said;
      }
    },
  };
}
