/** Reports signals of the program: slow statements to the log, traces to a collector. */
import type { Attributes, Context, HrTime, Span, Tracer } from '@opentelemetry/api';
import type { FastifyBaseLogger } from 'fastify';
import { currentRequest, type RequestContext } from '../../platform/request-context.ts';
import * as signals from '../../platform/signals.ts';

/** Logs statements that take longer than `slowQueryMs` (0: none), and import runs; returns how to stop. */
export function logSignals(log: FastifyBaseLogger, { slowQueryMs }: { readonly slowQueryMs: number }): () => void {
  const stops = [
    signals.runEnded.listen(({ runId, outcome, rows, ms }) =>
      log.info({ runId, outcome, rows, ms: Math.round(ms) }, 'import run ended'),
    ),
  ];
  if (slowQueryMs > 0) {
    const stopListening = signals.statementEnded.listen(({ database, kind, text, ms }) => {
      // Jobs are long by their nature, and their runs have a line of their own.
      if (kind === 'job' || ms < slowQueryMs) return;
      log.warn({ database, ms: Math.round(ms), statement: textWithoutValues(text) }, 'slow query');
    });
    stops.push(stopListening);
  }
  return () => {
    for (const stop of stops) stop();
  };
}

const TEXT_MAX = 1_000;

/** The text of a statement on one line, with a question mark for every value that stands in it. */
const textWithoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$?"])\d+(?:\.\d+)?(?![\w"])/g, '?')
    .replace(/\(\?(?:\s*,\s*\?)+\)/g, '(?, …)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX);

/** How long a collector, which stands near, is tried before what it did not take is dropped, ms. */
const SEND_MS = 2_000;
/** Longest wait for what is not sent yet when the process stops, ms. */
const FLUSH_MS = 3_000;

interface TracesOptions {
  /** Where a collector listens, without the path that OTLP adds. */
  readonly endpoint: string;
  /** Share of the requests that have a trace, unless the client has decided. */
  readonly share: number;
  readonly version: string;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/**
 * Returns how to stop, which sends what is left. A collector that cannot be reached costs the traces, a line in the log
 * and nothing else. The library itself reads OTEL_SERVICE_NAME and its like.
 */
export async function openTraces(options: TracesOptions): Promise<() => Promise<void>> {
  const { endpoint, share, version, clock, log } = options;
  // Some megabytes that a process without traces does without.
  const [api, core, resources, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const warn = (message: string) => log.warn({ problem: message }, 'traces');
  const quiet = () => {};
  api.diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'parts-shop', 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: SEND_MS }),
      }),
    ],
  });
  const propagator = new core.W3CTraceContextPropagator();
  const inside = (span: Span) => api.trace.setSpan(api.ROOT_CONTEXT, span);
  const stop = traceRequests({
    tracer: provider.getTracer('parts-shop', version),
    contextOf: (traceparent) => propagator.extract(api.ROOT_CONTEXT, { traceparent }, api.defaultTextMapGetter),
    inside,
    handOn: (span, headers) =>
      propagator.inject(inside(span), headers, { set: (carrier, name, value) => carrier.set(name, value) }),
    SERVER: api.SpanKind.SERVER,
    CLIENT: api.SpanKind.CLIENT,
    ERROR: api.SpanStatusCode.ERROR,
    clock,
  });
  return async () => {
    stop();
    const patience = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref());
    await Promise.race([provider.shutdown().catch((error: unknown) => warn(String(error))), patience]);
    api.diag.disable();
  };
}

interface TraceParts {
  readonly tracer: Tracer;
  /** The context of a span that another process has begun; the root's where there is none. */
  readonly contextOf: (traceparent: string) => Context;
  readonly inside: (span: Span) => Context;
  /** Writes into headers of a call that the trace goes on below a span. */
  readonly handOn: (span: Span, headers: Headers) => void;
  readonly SERVER: number;
  readonly CLIENT: number;
  readonly ERROR: number;
  readonly clock: () => number;
}

/** Requests that may be at work; one more has no trace. The server sheds long before. */
const OPEN_MAX = 10_000;

interface Open {
  readonly span: Span;
  /** Difference between the clock and the counter of the process when the request came, ms. */
  readonly offset: number;
}

/** A span of a request; below it its statements without values, questions of the search and calls of services. */
function traceRequests(parts: TraceParts): () => void {
  const { tracer, contextOf, inside, handOn, SERVER, CLIENT, ERROR, clock } = parts;
  // Not by its id: calls of other services on behalf of one request have the same.
  const open = new Map<RequestContext, Open>();
  const calls = new WeakMap<Headers, Open>();

  const parentNow = () => {
    const request = currentRequest();
    return request && open.get(request);
  };

  const child = (name: string, ms: number, attributes: Attributes, failed = false) => {
    const parent = parentNow();
    if (!parent) return;
    const now = parent.offset + performance.now();
    const span = tracer.startSpan(name, { startTime: timeOf(now - ms), attributes }, inside(parent.span));
    if (failed) span.setStatus({ code: ERROR });
    span.end(timeOf(now));
  };

  const stops = [
    signals.requestCame.listen(({ request, traceparent }) => {
      if (open.size >= OPEN_MAX) return;
      const offset = clock() - performance.now();
      const startTime = timeOf(offset + performance.now());
      const span = tracer.startSpan('HTTP', { kind: SERVER, startTime }, contextOf(traceparent));
      open.set(request, { span, offset });
    }),
    signals.requestAnswered.listen(({ request, method, route, status }) => {
      const ended = request && open.get(request);
      if (!ended) return;
      open.delete(request);
      const { span, offset } = ended;
      span.updateName(route === undefined ? 'HTTP' : `${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.response.status_code': status,
        'shop.request_id': request.id,
        ...(route !== undefined && { 'http.route': route }),
      });
      if (status >= 500) span.setStatus({ code: ERROR });
      span.end(timeOf(offset + performance.now()));
    }),
    signals.serviceCalled.listen(({ headers, service, method }) => {
      const parent = parentNow();
      if (!parent) return;
      const { offset } = parent;
      const startTime = timeOf(offset + performance.now());
      const attributes = { 'http.request.method': method };
      const options = { kind: CLIENT, startTime, attributes };
      const span = tracer.startSpan(`call ${service}`, options, inside(parent.span));
      handOn(span, headers);
      calls.set(headers, { span, offset });
    }),
    signals.serviceAnswered.listen(({ headers, status }) => {
      const call = calls.get(headers);
      if (!call) return;
      if (status > 0) call.span.setAttribute('http.response.status_code', status);
      if (status === 0 || status >= 500) call.span.setStatus({ code: ERROR });
      call.span.end(timeOf(call.offset + performance.now()));
    }),
    signals.statementEnded.listen(({ database, dialect, kind, text, ms, failed }) => {
      const attributes = {
        'db.system.name': dialect === 'postgres' ? 'postgresql' : dialect,
        'db.namespace': database,
        'db.query.text': textWithoutValues(text),
      };
      child(`${kind} ${database}`, ms, attributes, failed);
    }),
    signals.questionAnswered.listen(({ question, stages, ms }) => {
      const times = Object.entries(stages).map(([stage, taken]) => [`shop.search.${stage}_ms`, taken]);
      child(`search ${question}`, ms, Object.fromEntries(times));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    open.clear();
  };
}

/** Seconds and nanoseconds of a moment in ms; a number alone could be taken for one of the counter of the process. */
const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1_000_000)];
