import type { Span } from '@opentelemetry/api';
import type { FastifyBaseLogger } from 'fastify';
import { traceRequests } from './spans.ts';

/** How long a collector, which stands near, is tried before what it did not take is dropped, ms. */
const SEND_MS = 2_000;
/** Longest wait for what is not sent yet when the process stops, ms. */
const FLUSH_MS = 3_000;

export interface TracesOptions {
  /** Where a collector listens, without the path that OTLP adds. */
  readonly endpoint: string;
  /** Share of the requests that have a trace, unless whoever asks has decided. */
  readonly share: number;
  readonly version: string;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/**
 * Sends traces of requests to a collector from now on; returns how to stop, which sends what is left. A collector that
 * cannot be reached costs the traces, a line in the log and nothing else. What OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES
 * and OTEL_EXPORTER_OTLP_HEADERS say is read by the library itself.
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
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
          timeoutMillis: SEND_MS,
        }),
      }),
    ],
  });
  const propagator = new core.W3CTraceContextPropagator();
  const inside = (span: Span) => api.trace.setSpan(api.ROOT_CONTEXT, span);
  const stop = traceRequests({
    tracer: provider.getTracer('parts-shop', version),
    contextOf: (traceparent) =>
      propagator.extract(api.ROOT_CONTEXT, { traceparent }, api.defaultTextMapGetter),
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
