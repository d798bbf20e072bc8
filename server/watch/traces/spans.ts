import type { Attributes, Context, HrTime, Span, Tracer } from '@opentelemetry/api';
import { currentRequest } from '../../signals/request-context.ts';
import { questionAnswered, requestAnswered, requestCame, statementEnded } from '../../signals/signals.ts';
import { textWithoutValues } from '../text-without-values.ts';

/** What of OpenTelemetry is needed here; it is loaded only where there are traces. */
export interface TraceParts {
  readonly tracer: Tracer;
  /** The context of a span that another process has begun; the root's where there is none. */
  readonly contextOf: (traceparent: string | undefined) => Context;
  readonly inside: (span: Span) => Context;
  readonly SERVER: number;
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

/**
 * Makes a trace of every request: a span of its own, below it one for each statement and each question of the search
 * on its behalf. Texts of statements are told without values. Returns how to stop.
 */
export function traceRequests({ tracer, contextOf, inside, SERVER, ERROR, clock }: TraceParts): () => void {
  const open = new Map<string, Open>();

  const child = (name: string, ms: number, attributes: Attributes, failed = false) => {
    const parent = open.get(currentRequest()?.id ?? '');
    if (!parent) return;
    const now = parent.offset + performance.now();
    const span = tracer.startSpan(name, { startTime: timeOf(now - ms), attributes }, inside(parent.span));
    if (failed) span.setStatus({ code: ERROR });
    span.end(timeOf(now));
  };

  const stops = [
    requestCame.hear(({ id, traceparent }) => {
      if (open.size >= OPEN_MAX || open.has(id)) return;
      const offset = clock() - performance.now();
      const startTime = timeOf(offset + performance.now());
      const span = tracer.startSpan('HTTP', { kind: SERVER, startTime }, contextOf(traceparent));
      open.set(id, { span, offset });
    }),
    requestAnswered.hear(({ id, method, route, status }) => {
      const request = open.get(id);
      if (!request) return;
      open.delete(id);
      const { span, offset } = request;
      span.updateName(route === undefined ? 'HTTP' : `${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.response.status_code': status,
        'shop.request_id': id,
        ...(route !== undefined && { 'http.route': route }),
      });
      if (status >= 500) span.setStatus({ code: ERROR });
      span.end(timeOf(offset + performance.now()));
    }),
    statementEnded.hear(({ database, dialect, kind, text, ms, failed }) => {
      const attributes = {
        'db.system.name': dialect === 'postgres' ? 'postgresql' : dialect,
        'db.namespace': database,
        'db.query.text': textWithoutValues(text),
      };
      child(`${kind} ${database}`, ms, attributes, failed);
    }),
    questionAnswered.hear(({ question, stages, ms }) => {
      const times = Object.entries(stages).map(([stage, taken]) => [`shop.search.${stage}_ms`, taken]);
      child(`search ${question}`, ms, Object.fromEntries(times));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    open.clear();
  };
}

/** Seconds and nanoseconds of a moment in ms. A number alone could be taken for one of the counter of the process. */
const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1_000_000)];
