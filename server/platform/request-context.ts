import { AsyncLocalStorage } from 'node:async_hooks';

/** The request on whose behalf something happens, jobs that it has started included. */
export interface RequestContext {
  /** Names it in the log, in its answer and to whatever stands in front of the server. */
  readonly id: string;
}

const current = new AsyncLocalStorage<RequestContext | undefined>();

/** Does `work`, and whatever that starts, on behalf of a request. */
export const runForRequest = <Result>(request: RequestContext, work: () => Result): Result =>
  current.run(request, work);

/** Does `work`, and whatever that starts, on nobody's behalf: what gathers the work of many requests is no single one's. */
export const runOutsideRequests = <Result>(work: () => Result): Result => current.run(undefined, work);

/** The request on whose behalf the caller runs; undefined: nobody's. */
export const currentRequest = (): RequestContext | undefined => current.getStore();
