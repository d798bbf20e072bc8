// @module-tag deep
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, startServer } from '../../support/server.ts';
import { type OpenApi, operationsOf } from '../fuzz/operations.ts';

/** As long as addresses may be, and texts that grow where they are folded, escaped or read as many. */
const LONG = {
  'what folding makes eighteen of': '\ufdfa'.repeat(6_000),
  'signs of patterns': '_'.repeat(55_000),
  digits: '9'.repeat(55_000),
  'a list': '1,'.repeat(18_000),
  spaces: `1${' '.repeat(18_000)}x`,
};
const BESIDE = { 'a name of every object': '__proto__', 'no number': '1e309', 'no day': '-271821-04-20' };
const TEXTS = Object.entries({ ...LONG, ...BESIDE });

/** Ends sessions, waits for what never comes, or makes a workbook of everything each time. */
const LEFT_OUT = /signout|progress|export|download/;

test('security 103: no text is too long or too odd for a query or a field of the API', async () => {
  // What is looked for in tables without rows is never looked at.
  const server = await startServer({ environment: { DEMO: 'on' } });
  onTestFinished(() => server.close());
  const { access } = await server.signIn(ADMIN);
  const openApi = (await (await server.fetch('/api/docs/json')).json()) as OpenApi;
  const operations = operationsOf(openApi).filter(({ path }) => !LEFT_OUT.test(path));
  const failures: string[] = [];
  let calls = 0;
  const send = async (what: string, method: string, target: string, body?: FormData) => {
    const headers = { Authorization: `Bearer ${access}` };
    const init = body ? { method, headers, body } : { method, headers };
    const answer = await server.fetch(target, init);
    // An answer that is not taken to its end keeps its place in the queue of heavy answers.
    await answer.arrayBuffer();
    const { status } = answer;
    calls += 1;
    if (status >= 500) failures.push(`${status} ${method} ${what}`);
  };
  for (const { method, path, query, fields } of operations) {
    const target = path.replace(/\{\w+\}/g, '1');
    for (const [title, text] of TEXTS) {
      for (const name of query)
        await send(`${path}?${name}= ${title}`, method, `${target}?${name}=${encodeURIComponent(text)}`);
      for (const name of new Set(fields)) {
        const body = new FormData();
        body.append(name, text);
        await send(`${path} ${name}: ${title}`, method, target, body);
      }
    }
  }
  expect(failures.join('\n')).toBe('');
  expect(calls).toBeGreaterThan(1_500);
}, 180_000);
