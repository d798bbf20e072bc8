// @module-tag deep
import { expect, onTestFinished, test } from 'vitest';
import { type Apart, startApart } from '../../support/apart.ts';
import { EVENING } from '../../support/moment.ts';
import { ADMIN } from '../../support/server.ts';
import { attributesOf, CLIENT, SERVER, startCollector } from '../../support/trace-collector.ts';

const NEW_ID = /^[\da-f-]{36}$/;
/** What an outsider would like a request to be called, and the proof that it makes up. */
const STOLEN = { id: 'somebody-elses-request', trace: '4bf92f3577b34da6a3ce929d0e0e4736' };
const FORGED = { 'X-Request-Id': STOLEN.id, traceparent: `00-${STOLEN.trace}-00f067aa0ba902b7-01` };

interface Line {
  readonly service: string;
  readonly requestId?: string;
  readonly msg?: string;
}

/** The four services apart without pages and goods, with traces; their log lines, and the spans once they have ended. */
async function startTraced() {
  const collector = await startCollector();
  const lines: Line[] = [];
  const environment = {
    ...{ DEMO: 'off', SERVE_PAGES: 'off', LOG_LEVEL: 'info' },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  const log = (service: string, line: string) =>
    void lines.push({ service, ...(JSON.parse(line) as Omit<Line, 'service'>) });
  const apart = await startApart(ADMIN, { environment, log });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await apart.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { apart, lines, spansAtEnd: () => close().then(collector.spans) };
}

const bearing = (token: string, more: Record<string, string> = {}) => ({
  headers: { Authorization: `Bearer ${token}`, ...more },
});

async function signIn({ hosts }: Apart): Promise<string> {
  const body = new URLSearchParams(ADMIN);
  const answer = await fetch(`${hosts.mauth}/api/mauth/signin`, { method: 'POST', body });
  return ((await answer.json()) as { access: string }).access;
}

test('a request is one in the log and in the trace of every service that works on it', {
  timeout: 120_000,
}, async () => {
  const { apart, lines, spansAtEnd } = await startTraced();
  const requests = `${apart.hosts.bridge}/api/bridge/requests`;
  const answer = await fetch(requests, bearing(await signIn(apart)));
  expect(answer.status).toBe(200);
  const refused = await fetch(requests, bearing('no.good.token'));
  expect(refused.status).toBe(401);

  // Both log the refusal in their journal.
  const id = refused.headers.get('x-request-id') ?? '';
  expect(id).toMatch(NEW_ID);
  await expect
    .poll(() => new Set(lines.filter(({ requestId }) => requestId === id).map(({ service }) => service)))
    .toEqual(new Set(['bridge', 'mauth']));

  const spans = await spansAtEnd();
  const asked = spans.find(
    (span) =>
      attributesOf(span)['shop.request_id'] === answer.headers.get('x-request-id') && span.parentSpanId === undefined,
  );
  expect(asked).toMatchObject({ name: 'GET /api/bridge/requests', kind: SERVER });
  const call = spans.find(({ name, parentSpanId }) => name === 'call mauth' && parentSpanId === asked?.spanId);
  expect(call).toMatchObject({ kind: CLIENT, traceId: asked?.traceId });
  expect(call && attributesOf(call)).toMatchObject({ 'http.response.status_code': 200 });
  const below = spans.find(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(below).toMatchObject({ name: 'GET /api/mauth/access/', kind: SERVER, traceId: asked?.traceId });
  expect(spans.some(({ name, parentSpanId }) => name === 'read mauth' && parentSpanId === below?.spanId)).toBe(true);
});

test('security 50: an outsider gives a request no id and no trace, at no service', { timeout: 120_000 }, async () => {
  const { apart, lines, spansAtEnd } = await startTraced();
  const proof = { 'X-Request-Proof': `${EVENING + 60_000}.${'A'.repeat(43)}` };
  for (const headers of [FORGED, { ...FORGED, ...proof }])
    for (const host of Object.values(apart.hosts)) {
      const answer = await fetch(`${host}/api/bridge/requests`, bearing('no.good.token', headers));
      expect(answer.headers.get('x-request-id')).toMatch(NEW_ID);
    }
  const spans = await spansAtEnd();
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(({ requestId }) => requestId === STOLEN.id)).toEqual([]);
  expect(spans.length).toBeGreaterThan(0);
  expect(spans.filter(({ traceId }) => traceId === STOLEN.trace)).toEqual([]);
});
