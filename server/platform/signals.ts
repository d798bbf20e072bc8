/** Events of the process, such as finished statements and requests, for metrics, logs and traces. */
import { channel } from 'node:diagnostics_channel';
import type { RequestContext } from './request-context.ts';

/** An event of the process for any number of listeners; the sender neither waits for them nor knows them. */
interface Signal<Message extends object> {
  /** False: a message need not be made. */
  readonly hasListeners: boolean;
  /** Never throws. */
  report(message: Message): void;
  /** Calls `listener` at every message from now on; returns the function that stops it. */
  listen(listener: (message: Message) => void): () => void;
}

/** The signal of a name; one name is one signal in the process. https://nodejs.org/api/diagnostics_channel.html */
function signalOf<Message extends object>(name: string): Signal<Message> {
  const reports = channel(`parts-shop.${name}`);
  return {
    get hasListeners() {
      return reports.hasSubscribers;
    },
    report: (message) => reports.publish(message),
    listen: (listener) => {
      const heard = (message: unknown) => listener(message as Message);
      reports.subscribe(heard);
      return () => reports.unsubscribe(heard);
    },
  };
}

interface Ended {
  readonly ms: number;
}

export interface StatementEnded extends Ended {
  /** The service that the database belongs to. */
  readonly database: string;
  readonly dialect: string;
  readonly kind: 'read' | 'write' | 'job';
  /** Text of the statement, or the name of the job. Values are separate, but a text may contain some. */
  readonly text: string;
  readonly failed: boolean;
}
export const statementEnded = signalOf<StatementEnded>('database.statement');

/** A change did not get its turn in the embedded database in time. */
export const turnRefused = signalOf<{ readonly database: string }>('database.turn-refused');

interface QuestionAnswered extends Ended {
  /** Kind of the query: a page of parts, suggestions, a list. */
  readonly question: string;
  /** Milliseconds spent on each stage that was run. */
  readonly stages: Readonly<Record<string, number>>;
}
export const questionAnswered = signalOf<QuestionAnswered>('search.question');

export interface RunEnded extends Ended {
  readonly runId: number;
  readonly outcome: 'done' | 'failed' | 'cancelled' | 'interrupted';
  /** Rows that were read. */
  readonly rows: number;
}
export const runEnded = signalOf<RunEnded>('import.run');

/** An attempt at a mail is over. */
export const mailTried = signalOf<{ readonly outcome: 'sent' | 'failed' }>('mail.attempt');

/** A client exceeded a rate limit. */
export const useRefused = signalOf<{ readonly limit: string }>('limits.refused');

interface RequestCame {
  readonly request: RequestContext;
  /** From a trusted proxy or service; else empty: https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
}
export const requestCame = signalOf<RequestCame>('http.came');

interface RequestAnswered extends Ended {
  /** Undefined: it did not pass the listener. */
  readonly request: RequestContext | undefined;
  readonly method: string;
  /** Pattern of its path; undefined: no such route. */
  readonly route: string | undefined;
  readonly status: number;
}
export const requestAnswered = signalOf<RequestAnswered>('http.request');

interface ServiceCalled {
  /** Headers of the call: a tracer adds the continuation of the trace. They also identify the call. */
  readonly headers: Headers;
  /** The service, by the name in its addresses. */
  readonly service: string;
  readonly method: string;
}
export const serviceCalled = signalOf<ServiceCalled>('service.called');

interface ServiceAnswered {
  readonly headers: Headers;
  /** 0: there is no answer. */
  readonly status: number;
}
export const serviceAnswered = signalOf<ServiceAnswered>('service.answered');

/** A build of the pages is over. */
export const siteBuilt = signalOf<Ended & { readonly outcome: 'done' | 'failed' }>('site.build');

/** A call of the object storage failed, further tries included. */
export const storageFailed = signalOf<{ readonly reason: 'away' | 'late' | 'refused' }>('storage.failed');
