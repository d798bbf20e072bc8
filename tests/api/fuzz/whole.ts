import { Agent, type IncomingMessage, request } from 'node:http';
import { readEmail } from '../../../contract/fields/email.ts';
import { ADMIN, startServer, USER, type WholeServer } from '../../support/server.ts';
import { ACTION, formOf } from '../people/company.ts';
import type { FuzzedCall } from './call.ts';
import type { FuzzedAnswer } from './judge.ts';
import type { OpenApi } from './operations.ts';

const ADD_POSITIONS = new URL('../../support/add-positions-job.ts', import.meta.url);
const STAFF = { email: 'staff@parts.example', password: 'Пароль делопроизводителя 1' };
/** No answer for so long is a fault, ms. */
const PATIENCE = 20_000;

/** The whole product with something of everything in it, and people who call. */
export interface WholeTarget {
  readonly openApi: OpenApi;
  readonly callers: readonly (string | null)[];
  send(call: FuzzedCall): Promise<FuzzedAnswer>;
  /** Signs callers in again who were signed out, and replaces accounts that are spoilt. */
  refresh(): Promise<void>;
  /** Throws unless the product is well: it answers, is ready and lets an administrator in. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the product over SQLite or the PostgreSQL database of an address; `clock`: as in WholeServerOptions. */
export async function openWhole(databaseUrl = '', clock?: () => number): Promise<WholeTarget> {
  const server = await startServer({ environment: { DATABASE_URL: databaseUrl }, clock });
  const agent = new Agent({ keepAlive: true });
  const tokens = new Map<string, string>([['forged', 'eyJhbGciOiJub25lIn0.eyJyYW5rIjoiYWRtaW4ifQ.']]);
  const accounts = new Map([
    ['admin', ADMIN],
    ['user', USER],
    ['staff', STAFF],
  ]);
  const { services } = server.app;
  let spoilt = 0;

  const create = async (text: string, password: string, rank: 'admin' | 'user') => {
    const email = readEmail(text);
    if (email) await services.mauth?.accounts.create({ email, password, name: null, rank });
  };
  const isIn = async (token: string | undefined) =>
    token !== undefined &&
    (await server.fetch('/api/mauth/access', { headers: { Authorization: `Bearer ${token}` } })).ok;

  async function refresh(): Promise<void> {
    for (const [name, account] of accounts) {
      if (await isIn(tokens.get(name))) continue;
      try {
        tokens.set(name, (await server.signIn(account)).access);
      } catch {
        // Its password was changed, it was disabled or renamed: another account like it takes its place.
        const other = { email: `${name}${++spoilt}@parts.example`, password: 'Пароль на замену 1' };
        await create(other.email, other.password, name === 'admin' ? 'admin' : 'user');
        accounts.set(name, other);
        tokens.set(name, (await server.signIn(other)).access);
      }
    }
  }

  await create(STAFF.email, STAFF.password, 'user');
  await refresh();
  await furnish(server, tokens);
  return {
    openApi: (await (await server.fetch('/api/docs/json')).json()) as OpenApi,
    callers: [null, 'forged', 'user', 'staff', 'staff', 'admin', 'admin', 'admin'],
    send: (call) => sendOver(server.origin, agent, call, tokens),
    refresh,
    checkHealth: async () => {
      for (const path of ['/health', '/ready', '/api/bridge/card/all/count', '/api/mnote/search/note']) {
        const { status } = await server.fetch(path);
        if (status !== 200) throw new Error(`${path} answers ${status}`);
      }
      tokens.delete('admin');
      await refresh();
    },
    close: async () => {
      agent.destroy();
      await server.close();
    },
  };
}

function sendOver(
  origin: string,
  agent: Agent,
  { method, target, as, headers, body }: FuzzedCall,
  tokens: ReadonlyMap<string, string>,
): Promise<FuzzedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FuzzedAnswer>();
  const authorization = as === null ? {} : { authorization: `Bearer ${tokens.get(as)}` };
  const { hostname, port } = new URL(origin);
  const sent = request(
    { hostname, port, agent, method, path: target, headers: { ...headers, ...authorization }, timeout: PATIENCE },
    (response: IncomingMessage) => {
      const type = response.headers['content-type'] ?? '';
      const answered = (text: string) => resolve({ status: response.statusCode ?? 0, type, body: text });
      // News of an import that may never come: having been answered is enough.
      if (type.startsWith('text/event-stream')) {
        answered('');
        sent.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => answered(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    },
  );
  sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE} ms`)));
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The server had closed an idle or a refused connection at the very moment it was taken up again.
    if (sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))
      sendOver(origin, agent, { method, target, as, headers, body } as FuzzedCall, tokens).then(resolve, reject);
    else reject(error);
  });
  sent.end(body?.bytes);
  return promise;
}

/** One of everything: brands, providers, positions, texts, slides, a role, a document that waits for the staff. */
async function furnish({ app, fetch }: WholeServer, tokens: ReadonlyMap<string, string>): Promise<void> {
  const call = async (as: string, method: string, path: string, sent: object | FormData): Promise<{ id: number }> => {
    const isForm = sent instanceof FormData;
    const answer = await fetch(path, {
      method,
      headers: { Authorization: `Bearer ${tokens.get(as)}`, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? sent : JSON.stringify(sent),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const { id: brandId } = await call('admin', 'POST', '/api/bridge/brands', { title: 'МАРКА' });
  const { id: providerId } = await call('admin', 'POST', '/api/bridge/providers', { title: 'Поставщик' });
  const positions = Array.from({ length: 5 }, (_, n) => ({
    article: `A${n}`,
    title: `Фильтр масляный ${n}`,
    brandId,
    providerId,
  }));
  await app.services.bridge?.database.runJob(ADD_POSITIONS, positions);
  await call('admin', 'POST', '/api/informator/about', { alias: 'delivery', mdInfo: 'Доставка' });
  const { id: role } = await call('admin', 'POST', '/api/informator/role', { title: 'Делопроизводитель' });
  const { id: directing } = await call('admin', 'POST', '/api/informator/directing', { title: 'Закупки' });
  const { id: task } = await call('admin', 'POST', '/api/informator/task', { title: 'Договор' });
  const rights = formOf({ [role]: { [directing]: { [task]: Object.values(ACTION) } } });
  await call('admin', 'POST', '/api/informator/setting/access', rights);
  for (const name of ['staff', 'user']) await call(name, 'POST', '/api/informator/user', { name });
  const bound = { roleId: role, email: STAFF.email };
  await call('admin', 'PATCH', '/api/informator/setting/access/bundle/role', bound);
  const document = new FormData();
  for (const [name, value] of Object.entries({ directingId: directing, taskId: task, title: 'Договор' }))
    document.append(name, String(value));
  await call('staff', 'POST', '/api/informator/docflow', document);
  const slide = new FormData();
  slide.append('title', 'Слайд');
  await call('admin', 'POST', '/api/mnote', slide);
}
