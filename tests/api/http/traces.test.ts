import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, startServer } from '../../support/server.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const SERVER = 2;
const SOUGHT = 'коленвал';

/** A collector of traces: takes OTLP as JSON over HTTP. */
async function startCollector() {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url === '/v1/traces') sent.push(JSON.parse(Buffer.concat(parts).toString()) as Sent);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const spans = () =>
    sent.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { url: `http://127.0.0.1:${port}`, sent, spans };
}

const attributesOf = ({ attributes }: Pick<SentSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
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
  expect(attributesOf(request)).toMatchObject({
    'http.route': '/api/bridge/parts/',
    'http.response.status_code': 200,
  });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  const search = below.find(({ name }) => name === 'search parts');
  expect(search && attributesOf(search)).toHaveProperty(['shop.search.article_ms']);
  for (const span of below) {
    expect(span.traceId).toBe(trace);
    expect(msOf(span)).toBeLessThanOrEqual(msOf(request));
  }
  const signIn = spans.find(({ name }) => name === 'POST /api/mauth/signin');
  const reads = spans.filter(
    ({ name, parentSpanId }) => name === 'read mauth' && parentSpanId === signIn?.spanId,
  );
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
  const server = await startServer({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    log,
  });
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
