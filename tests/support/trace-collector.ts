import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** A span in the form of OTLP. */
export interface SentSpan {
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

/** Kinds of spans in OTLP. */
export const SERVER = 2;
export const CLIENT = 3;

/** A collector of traces for the time of a test: takes OTLP as JSON over HTTP. */
export async function startCollector() {
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

/** Attributes of a span or of the program that sent it, by their names. */
export const attributesOf = ({ attributes }: Pick<SentSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
