import { randomBytes } from 'node:crypto';
import { INFORMATOR } from '../../contract/api.ts';
import { infoCalls, type Send } from '../info-calls.ts';
import { BENCH_EMAIL, type BenchServer } from '../server.ts';
import type { Attack } from './attack.ts';
import { flood, newUser } from './flood-of-users.ts';

const MB = 1024 * 1024;
/** Packages that are asked for at once, and what is attached to their document. */
const WHOLE = { packages: 25, files: 4, bytes: 15.5 * MB };
const SMALL = { packages: 4, files: 2, bytes: MB / 4 };
const MOST = '≤ 300 MB';
/** How long the packages may take, ms. */
const LONGEST_MS = 300_000;

/** Signed packages of a document with many megabytes attached, all at once: for one viewer, and for as many viewers. */
export const packages: Attack = {
  name: 'packages',
  async measure({ start, small }) {
    const size = small ? SMALL : WHOLE;
    const server = await start({ VERIFICATION: 'off' });
    const send = await infoCalls(server);
    const { id, roleId } = await paperwork(send, size);
    const { access } = await server.signIn();
    const viewers = [];
    for (let at = 0; at < size.packages; at++) viewers.push(await newViewer(server, send, roleId, at));
    const whole = Math.round((size.files * size.bytes) / MB);
    const what = (viewers: string) => `${size.packages} packages of ${whole} MB, ${viewers}`;
    const address = `${server.origin}${INFORMATOR}/docflow/${id}/package`;
    const one = Array.from({ length: size.packages }, () => access);
    const asked = (tokens: readonly string[]) => tokens.map((token) => () => statusOf(address, token));
    return [
      ...(await flood(server, what('one viewer'), MOST, asked(one))),
      ...(await flood(server, what('as many viewers'), MOST, asked(viewers))),
    ];
  },
};

/** A role that may do everything with one kind of documents, and one of these; the caller has the role then. */
async function paperwork(
  send: Send,
  { files, bytes }: typeof WHOLE,
): Promise<{ readonly id: number; readonly roleId: number }> {
  const add = async (path: string) => {
    const { text } = await send(path, json('POST', { title: 'Для замеров' }));
    return (JSON.parse(text) as { id: number }).id;
  };
  await send('/user', { method: 'POST' });
  const [roleId, directing, task] = [await add('/role/'), await add('/directing/'), await add('/task/')];
  const actions = { 0: 'on', ...Object.fromEntries([1, 2, 3, 4, 5].map((action) => [`id_${action}`, 'on'])) };
  const rights = { [`id_${roleId}`]: { [`id_${directing}`]: { 0: 'on', [`id_${task}`]: actions } } };
  await send('/setting/access', json('POST', rights));
  await send('/setting/access/bundle/role', json('PATCH', { roleId, email: BENCH_EMAIL }));
  const form = new FormData();
  form.set('title', 'Договор');
  form.set('directingId', String(directing));
  form.set('taskId', String(task));
  for (let file = 1; file <= files; file++)
    form.append('scans', new Blob(['%PDF-1.7\n', randomBytes(bytes), '\n%%EOF']), `Приложение ${file}.pdf`);
  const { text } = await send('/docflow', { method: 'POST', body: form });
  return { id: (JSON.parse(text) as { id: number }).id, roleId };
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Resolves to the access token of an account with this role. */
async function newViewer(server: BenchServer, send: Send, roleId: number, at: number): Promise<string> {
  const { email, access } = await newUser(server, `viewer${at}`);
  await send('/setting/access/bundle/role', json('PATCH', { roleId, email }));
  return access;
}

/** Resolves to the status of an answer that is read to its end and kept nowhere, 0 without one. */
async function statusOf(address: string, token: string): Promise<number> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  try {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal });
    await answer.body?.pipeTo(new WritableStream());
    return answer.status;
  } catch {
    return 0;
  }
}
