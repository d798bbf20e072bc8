/** Turns every thrown error into an answer of the API, or a logged 500. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DISK_BROKEN, DISK_FULL, DISK_READ_ONLY } from '../../../contract/api.ts';
import type { ApiError } from '../../../contract/errors.ts';
import { type Trouble, troubleOf } from '../database/trouble.ts';
import { badRequest, busy, diskTrouble, HttpError, notFound, tooLarge } from './request.ts';

const INTERNAL = new HttpError(500, 'internal server error');
/** Codes of a failed read when the client has disconnected. */
const GONE_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);
const TEXT_OF_CONTEXT: Readonly<Record<string, ApiError>> = {
  body: 'invalid body',
  querystring: 'invalid query',
  params: 'invalid address',
  headers: 'invalid headers',
};

/** Answers every failure in the one shape `{error, ...facts}`; an unknown failure is a logged 500. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The client is gone, and the server has not failed.
    if (isGone(error, request)) return sendError(reply, badRequest('invalid request'));
    const failure = toHttpError(error);
    if (failure.status >= 500 && !(error instanceof HttpError)) request.log.error({ err: error }, 'request failed');
    return sendError(reply, failure);
  });
}

const isGone = ({ code }: FastifyError, { raw }: FastifyRequest): boolean =>
  GONE_CODES.has(code) && raw.destroyed && !raw.complete;

/** Sends a failure; headers that a route has set for its success are removed. */
export function sendError(reply: FastifyReply, failure: HttpError): FastifyReply {
  for (const name of ['content-disposition', 'content-length', 'etag', 'last-modified']) reply.removeHeader(name);
  return reply
    .code(failure.status)
    .headers({ ...failure.headers, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: failure.message, ...failure.facts });
}

/** Failures of the framework before routing, e.g. a path that is not valid UTF-8. */
export function answerFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const failure = toHttpError(error);
  void sendError(reply, failure === INTERNAL ? failure : badRequest('invalid address'));
}

/** The failure that a client may see for a thrown value. */
function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const trouble = troubleAnswer(error);
  if (trouble) return trouble;
  const { validation, validationContext, statusCode, code } = error as Partial<FastifyError>;
  if (validation) return badRequest(TEXT_OF_CONTEXT[validationContext ?? ''] ?? 'invalid request');
  if (!code?.startsWith('FST_') || !statusCode || statusCode >= 500) return INTERNAL;
  if (statusCode === 413) return tooLarge();
  if (statusCode === 404) return notFound('not found');
  return badRequest('invalid request');
}

const ANSWERS: Readonly<Record<Trouble, () => HttpError>> = {
  busy: () => busy(),
  away: () => busy(),
  full: () => diskTrouble(507, DISK_FULL),
  'read-only': () => diskTrouble(503, DISK_READ_ONLY),
  broken: () => diskTrouble(503, DISK_BROKEN),
};

/** The answer of the API when the database or the disk failed; null for any other failure. */
export function troubleAnswer(error: unknown): HttpError | null {
  if (error instanceof HttpError) return null;
  const trouble = troubleOf(error);
  return trouble && ANSWERS[trouble]();
}
