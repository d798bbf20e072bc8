import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { nameOfRequest } from '../../../server/platform/request-context.ts';
import { createRequestProofs, createServiceTokens } from '../../../server/platform/secrets.ts';

const SECRET = 'a secret of the whole installation';
const ID = '3f1c2b9a-0000-4000-8000-000000000000';
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const NAME = { id: ID, traceparent: TRACE };
const now = 1_000_000;
const proofsAt = (at: number, secret = SECRET) => createRequestProofs([secret], () => at);

const requestWith = (headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress: '203.0.113.7' } }) as unknown as IncomingMessage;

/** What a request with these headers is called, where the sender is trusted or not. */
const nameFor = (headers: Record<string, string>, isTrusted = false) =>
  nameOfRequest(requestWith(headers), { trust: () => isTrusted, proofs: proofsAt(now) });

const named = (proof: string, { id, traceparent } = NAME) => ({
  'x-request-id': id,
  traceparent,
  'x-request-proof': proof,
});

test('a service of the installation proves the id and the trace that it hands on', () => {
  expect(nameFor(named(proofsAt(now).prove(NAME)))).toEqual(NAME);
  const withoutTrace = { id: ID, traceparent: '' };
  const { traceparent, ...headers } = named(proofsAt(now).prove(withoutTrace), withoutTrace);
  expect([traceparent, nameFor(headers)]).toEqual(['', withoutTrace]);
});

test('security 50: a proof is good for one name, for a minute, under the secret of the installation', () => {
  const proof = proofsAt(now).prove(NAME);
  const other = { ...NAME, id: 'another-request' };
  const wrong = [
    named(proof, other),
    named(proof, { ...NAME, traceparent: TRACE.replace('01', '00') }),
    named(proofsAt(now - 61_000).prove(NAME)),
    named(proofsAt(now + 3_600_000).prove(NAME)),
    named(proofsAt(now, 'another secret').prove(NAME)),
    named(createServiceTokens([SECRET], () => now).issue()),
    named(''),
    named('garbage'),
  ];
  for (const headers of wrong) {
    const { id, traceparent } = nameFor(headers);
    expect([headers, id]).not.toEqual([headers, headers['x-request-id']]);
    expect(traceparent).toBe('');
  }
});

test('security 50: a proof that is none is not saved by a proxy that passes everything on', () => {
  expect(nameFor(named('garbage'), true).id).not.toBe(ID);
  const { 'x-request-proof': _, ...headers } = named('');
  expect(nameFor(headers, true)).toEqual(NAME);
  expect(nameFor(headers).id).not.toBe(ID);
});

test('security 44: not even a service hands on what could write lines of its own', () => {
  for (const id of ['short', 'with a blank in it', 'x'.repeat(129), 'quote"quote"', 'line\nline line']) {
    const name = { id, traceparent: `${TRACE}\r\n` };
    const given = nameFor(named(proofsAt(now).prove(name), name));
    expect(given.id).toMatch(/^[\da-f-]{36}$/);
    expect(given.traceparent).toBe('');
  }
});
