import { channel } from 'node:diagnostics_channel';
import type { RequestContext } from './request-context.ts';

/** Something that happens in the process, told to whoever watches; nobody who tells it waits or learns who listens. */
interface Signal<Message extends object> {
  /** False: nobody listens, and there is no need to make a message. */
  readonly hasListeners: boolean;
  /** Tells it. Never throws. */
  report(message: Message): void;
  /** Calls `listener` at every message from now on; returns how to stop. */
  listen(listener: (message: Message) => void): () => void;
}

/** The signal of a name; of one name there is one signal in the process. https://nodejs.org/api/diagnostics_channel.html */
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

/** Milliseconds of work that has just ended. */
interface Ended {
  readonly ms: number;
}

/** A statement or a job of a service's database has ended. */
export interface StatementEnded extends Ended {
  /** The service that the database belongs to. */
  readonly database: string;
  readonly dialect: string;
  readonly kind: 'read' | 'write' | 'job';
  /** Text of the statement, or the name of the job. Values stand apart, but a text may hold some. */
  readonly text: string;
  readonly failed: boolean;
}
export const statementEnded = signalOf<StatementEnded>('database.statement');

/** A change did not get its turn in the embedded database in time. */
export const turnRefused = signalOf<{ readonly database: string }>('database.turn-refused');

/** A question of the search is answered. */
interface QuestionAnswered extends Ended {
  /** What was asked: a page of parts, suggestions, a list. */
  readonly question: string;
  /** Milliseconds spent on each stage that was opened. */
  readonly stages: Readonly<Record<string, number>>;
}
export const questionAnswered = signalOf<QuestionAnswered>('search.question');

/** An import run, an undo or a file of crosses is over. */
export interface RunEnded extends Ended {
  readonly runId: number;
  readonly outcome: 'done' | 'failed' | 'cancelled' | 'interrupted';
  /** Rows that were read. */
  readonly rows: number;
}
export const runEnded = signalOf<RunEnded>('import.run');

/** An attempt at a mail is over. */
export const mailTried = signalOf<{ readonly outcome: 'sent' | 'failed' }>('mail.attempt');

/** A client did something more often than its limit allows. */
export const useRefused = signalOf<{ readonly limit: string }>('limits.refused');

/** A request of the API has come. */
interface RequestCame {
  readonly request: RequestContext;
  /**
   * The trace that it belongs to, as a trusted proxy or another service says, empty without one:
   * https://www.w3.org/TR/trace-context/#traceparent-header
   */
  readonly traceparent: string;
}
export const requestCame = signalOf<RequestCame>('http.came');

/** A request of the API is answered, or given up. */
interface RequestAnswered extends Ended {
  /** Undefined: it came past the listener. */
  readonly request: RequestContext | undefined;
  readonly method: string;
  /** Pattern of its path; undefined: nobody declared it. */
  readonly route: string | undefined;
  readonly status: number;
}
export const requestAnswered = signalOf<RequestAnswered>('http.request');

/** Another service is about to be asked. */
interface ServiceCalled {
  /** What it is asked with: whoever follows the trace adds where that goes on. They also tell one call from another. */
  readonly headers: Headers;
  /** The service, by the name in its addresses. */
  readonly service: string;
  readonly method: string;
}
export const serviceCalled = signalOf<ServiceCalled>('service.called');

/** That service has begun to answer, or will not. */
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
