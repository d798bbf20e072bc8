import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ADMIN, startServer } from '../../support/server.ts';
import { attributesOf, SERVER, type SentSpan, startCollector } from '../../support/trace-collector.ts';

const SOUGHT = 'коленвал';

const msOf = ({ startTimeUnixNano, endTimeUnixNano }: SentSpan) =>
  Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;

test('a request is a trace with its statements and its search, in the trace of the proxy, without secrets', async () => {
  const collector = await startCollector();
  const server = await startServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, TRUST_PROXY: 'on' },
  });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  expect((await server.fetch(`/api/bridge/parts/?query=${SOUGHT}`, { headers })).status).toBe(200);
  await server.signIn(ADMIN);
  expect((await server.fetch('/api/bridge/no/such/place')).status).toBe(404);
  await server.close();

  const spans = collector.spans();
  const request = spans.find(({ name }) => name === 'GET /api/bridge/parts/');
  expect(request).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7', kind: SERVER });
  if (!request) return;
  expect(attributesOf(request)).toMatchObject({ 'http.route': '/api/bridge/parts/', 'http.response.status_code': 200 });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  const search = below.find(({ name }) => name === 'search parts');
  expect(search && attributesOf(search)).toHaveProperty(['shop.search.article_ms']);
  for (const span of below) {
    expect(span.traceId).toBe(trace);
    expect(msOf(span)).toBeLessThanOrEqual(msOf(request));
  }
  const signIn = spans.find(({ name }) => name === 'POST /api/mauth/signin');
  const reads = spans.filter(({ name, parentSpanId }) => name === 'read mauth' && parentSpanId === signIn?.spanId);
  expect(reads.length).toBeGreaterThan(0);
  expect(spans.filter(({ name }) => name === 'HTTP').map(attributesOf)).toMatchObject([
    { 'http.response.status_code': 404 },
  ]);
  const [first] = collector.sent.flatMap(({ resourceSpans }) => resourceSpans);
  expect(first && attributesOf(first.resource)).toMatchObject({ 'service.name': 'parts-shop' });
  const text = JSON.stringify(collector.sent);
  for (const secret of [ADMIN.password, ADMIN.email, SOUGHT]) expect(text).not.toContain(secret);
});

test('a collector that is away costs the traces and a line in the log, and nothing else', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const server = await startServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, log });
  expect((await server.fetch('/api/bridge/parts/?query=740')).status).toBe(200);
  await server.close();
  expect(lines.filter((line) => line.includes('"msg":"traces"')).length).toBeGreaterThan(0);
});

test('nobody but a trusted proxy chooses what is traced', async () => {
  const collector = await startCollector();
  const none = await startServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' },
  });
  const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  expect((await none.fetch('/api/bridge/parts/?query=740', { headers })).status).toBe(200);
  await none.close();
  expect(collector.spans()).toEqual([]);
});

test('requests that go on with one id are each a span of their own', async () => {
  const collector = await startCollector();
  const server = await startServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: 'on' } });
  const headers = { 'X-Request-Id': 'one-id-of-two-calls' };
  const ask = () => server.fetch('/api/bridge/parts/?query=740', { headers });
  await Promise.all([ask(), ask()]);
  await server.close();
  const spans = collector.spans();
  const asked = spans.filter(({ name }) => name === 'GET /api/bridge/parts/');
  expect(asked).toHaveLength(2);
  for (const { spanId } of asked)
    expect(spans.filter(({ name, parentSpanId }) => name === 'search parts' && parentSpanId === spanId)).toHaveLength(
      1,
    );
});
