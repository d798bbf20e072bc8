import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/answers.ts';
import { HttpError } from '../http/request.ts';

const StatusAnswer = Type.Object({ status: Type.String() });

/**
 * /health: the process answers, nothing is touched. /ready: the services can answer, and change what they keep; no when the
 * server is about to stop.
 */
export function healthRoutes(probe: () => Promise<boolean>, isLeaving: () => boolean): FastifyPluginAsyncTypebox {
  return async (app) => {
    const readiness = createReadiness({ probe, log: app.log });
    const config = { permission: 'anyone' } as const;
    app.get('/health', { config, schema: { response: { 200: StatusAnswer } } }, async () => ({
      status: 'ok',
    }));
    app.get('/ready', { config, schema: { response: { 200: StatusAnswer, 503: ErrorAnswer } } }, async () => {
      if (isLeaving() || !(await readiness.isReady()))
        throw new HttpError(503, 'not ready', { headers: { 'Retry-After': '2' } });
      return { status: 'ready' };
    });
  };
}

/** A probe that has not come back by then has failed, ms: a monitor expects its answer within two seconds. */
const DEADLINE_MS = 1_500;

/** Tells whether everything works, by a trial at each question; questions that come meanwhile get the same answer. */
interface Readiness {
  isReady(): Promise<boolean>;
}

interface ReadinessOptions {
  /** Rejects, or resolves to false, when something does not work. */
  readonly probe: () => Promise<boolean>;
  readonly log?: FastifyBaseLogger | undefined;
  readonly deadline?: number;
}

/**
 * One trial at a time: while one does not come back, the answer is no at once. The log gets a line when the answer
 * changes.
 */
export function createReadiness({ probe, log, deadline = DEADLINE_MS }: ReadinessOptions): Readiness {
  let wasReady = true;
  let running: Promise<boolean> | null = null;
  let isLate = false;

  const result = (isReady: boolean, error?: unknown): boolean => {
    if (wasReady && !isReady) log?.error({ err: error }, 'not ready');
    if (!wasReady && isReady) log?.info('ready again');
    wasReady = isReady;
    return isReady;
  };

  function start(): Promise<boolean> {
    isLate = false;
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        isLate = true;
        resolve(result(false, new Error('a trial did not come back in time')));
      }, deadline);
      const end = (isReady: boolean, error?: unknown) => {
        clearTimeout(late);
        running = null;
        // What came too late answers nobody; the next question asks again.
        if (!isLate) resolve(result(isReady, error));
      };
      probe().then(
        (isReady) => end(isReady, new Error('a service is not ready')),
        (error: unknown) => end(false, error),
      );
    });
  }

  return {
    isReady: () => {
      running ??= start();
      return running;
    },
  };
}
