import { measureDocumentPage } from '../document-page.ts';
import { prepareDocuments } from '../documents/fill.ts';
import { LIST_CALLS } from '../documents/lists.ts';
import { NARROW_ROLE, WIDE_ROLE } from '../documents/organisation.ts';
import { measurePackages } from '../documents/packages.ts';
import { infoCalls, type Send } from '../info-calls.ts';
import { engineTitle, type Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import { BENCH_EMAIL, type BenchServer } from '../server.ts';
import { type Figure, milliseconds, whole } from '../table.ts';
import type { Scale } from '../workbench.ts';

const MB = 1024 * 1024;
const WHOLE = {
  documents: 100_000,
  users: 300,
  calls: 60,
  signatures: 100,
  visitors: 10,
  more: 4,
  package: { times: 20, files: 20, bytes: MB },
};
const SMALL: typeof WHOLE = {
  documents: 2_000,
  users: 20,
  calls: 2,
  signatures: 3,
  visitors: 1,
  more: 1,
  package: { times: 2, files: 3, bytes: MB },
};
type Size = typeof WHOLE;
const TILES = ['?acceptor=0&limit=50', '?recipient=0&limit=50', '?author=1&limit=50', '?limit=50'];
const PAGE = '≤ 20 ms';

/** Lists, counters and signatures among many documents: for a viewer of all of them, and a viewer of few. */
export const documents: Part = {
  name: 'documents',
  title: (scale) => `Documents over HTTP, ${whole(sizeOf(scale).documents)} of them, ${engineTitle(scale)}`,
  async measure(bench) {
    const size = sizeOf(bench);
    const place = await bench.makePlace();
    await prepareDocuments(place, size);
    return measureDocuments(await bench.start(place), size);
  },
};

const sizeOf = ({ small }: Scale): Size => (small ? SMALL : WHOLE);

async function measureDocuments(server: BenchServer, size: Size): Promise<Figure[]> {
  const send = await infoCalls(server);
  await send('/user', { method: 'POST' });
  const wide = await ofRole(send, WIDE_ROLE, size);
  const pages = await measureDocumentPage(server, size);
  const signing = await signatures(send, size);
  const packages = await measurePackages(server, send, size.package);
  const narrow = await ofRole(send, NARROW_ROLE, size);
  return [...wide, ...narrow, ...signing, ...packages, ...pages];
}

async function ofRole(send: Send, role: string, size: Size): Promise<Figure[]> {
  const roles = JSON.parse((await send('/role')).text) as { id: number; title: string }[];
  const roleId = roles.find(({ title }) => title === role)?.id;
  await send('/setting/access/bundle/role', json('PATCH', { roleId, email: BENCH_EMAIL }));
  const counts: number[] = [];
  for (const tile of TILES) counts.push((await counted(send, tile)).count);
  const seen = whole(counts.at(-1) ?? 0);
  const who = `${seen} of ${whole(size.documents)} documents seen`;
  const page = (query: string) => async () => (await send(`/docflow/search/doc/${query}`)).ms;
  const deep = await fiftieth(send);
  const four = async () => {
    const began = performance.now();
    await Promise.all(TILES.map((tile) => counted(send, tile)));
    return performance.now() - began;
  };
  const asked = (name: string, call: () => Promise<number>, goal?: string) =>
    figures(`${who}: ${name}`, call, size.calls, goal);
  return [
    ...(await asked('my documents', page('?limit=50'), PAGE)),
    ...(await asked('for approval', page('?acceptor=0&limit=50'), PAGE)),
    ...(await asked('for review', page('?recipient=0&limit=50'), PAGE)),
    ...(await asked('outgoing', page('?author=1&limit=50'), PAGE)),
    ...(await asked('the fiftieth page', page(`?limit=50&last=${deep}`), PAGE)),
    ...(await asked('declined ones', page('?state=declined&limit=50'), PAGE)),
    ...(await asked('a word of every title', page('?search=договор&limit=50'))),
    ...(await asked('three words, the last one begun', page('?search=насос+топливный+втул&limit=50'))),
    ...(await asked('four counters together', four, PAGE)),
    ...(await lists(send, who, size)),
  ];
}

/** Lists in every order and by every filter. */
async function lists(send: Send, who: string, { calls }: Size): Promise<Figure[]> {
  const found: Figure[] = [];
  for (const { name, path, most } of LIST_CALLS) {
    const call = async () => {
      const { ms, text } = await send(path);
      if ('error' in JSON.parse(text)) throw new Error(`${path}: ${text}`);
      return ms;
    };
    found.push(...(await figures(`${who}: ${name}`, call, calls, `≤ ${most} ms`)));
  }
  return found;
}

/** The document that the fiftieth page of everything begins after. */
async function fiftieth(send: Send): Promise<number> {
  let last = '';
  for (let page = 0; page < 25; page++) {
    const { text } = await send(`/docflow/search/doc/?limit=100${last && `&last=${last}`}`);
    last = String((JSON.parse(text) as { id: number }[]).at(-1)?.id ?? last);
  }
  return Number(last);
}

async function signatures(send: Send, size: Size): Promise<Figure[]> {
  const { text } = await send(`/docflow/search/doc/?acceptor=0&limit=${size.signatures}`);
  const ids = (JSON.parse(text) as { id: number }[]).map(({ id }) => id);
  const sign = async () => (await send(`/docflow/accepting/${ids.shift()}`, json('PATCH', {}))).ms;
  return figures('signing', sign, ids.length, '≤ 15 ms');
}

async function figures(name: string, call: () => Promise<number>, times: number, goal?: string): Promise<Figure[]> {
  const values: number[] = [];
  for (let n = 0; n < times; n++) values.push(await call());
  const { p50, p99 } = quantilesOf(values);
  return [
    { name: `${name}, p50`, figure: milliseconds(p50), ...(goal ? { goal } : {}) },
    { name: 'the same, p99', figure: milliseconds(p99) },
  ];
}

const counted = async (send: Send, query: string): Promise<{ count: number }> =>
  JSON.parse((await send(`/docflow/search/doc/count/${query}`)).text);

const json = (method: string, body: object): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
