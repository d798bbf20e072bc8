import type { ApiError, DiskError } from '../../../contract/errors.ts';

/** A failure that has a status and a text of the API; anything else thrown is a 500 without details. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;

  /** `facts` go into the body beside `error`. */
  constructor(
    status: number,
    message: ApiError,
    options: { headers?: Record<string, string>; facts?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = options.headers ?? {};
    this.facts = options.facts ?? {};
  }
}

export const badRequest = (message: ApiError, facts?: Record<string, unknown>) =>
  new HttpError(400, message, facts ? { facts } : {});
export const forbidden = (message: ApiError = 'forbidden') => new HttpError(403, message);
export const notFound = (message: ApiError) => new HttpError(404, message);
export const conflict = (message: ApiError, facts?: Record<string, unknown>) =>
  new HttpError(409, message, facts ? { facts } : {});
export const tooLarge = () => new HttpError(413, 'request entity too large');
/** Refused for now: the client may come again after `seconds`. */
export const tooMany = (seconds: number, message: ApiError = 'too many requests') =>
  new HttpError(429, message, { headers: { 'Retry-After': String(seconds) } });
export const busy = (seconds = 2) =>
  new HttpError(503, 'service is busy', { headers: { 'Retry-After': String(seconds) } });
/** The disk takes nothing: worth trying again after somebody has looked after it. */
export const diskTrouble = (status: 503 | 507, reason: DiskError) =>
  new HttpError(status, reason, { headers: { 'Retry-After': '60' } });
/** An absent, expired, revoked or forged access token. */
export const unauthorized = (message: ApiError = 'invalid access token') =>
  new HttpError(401, message, { headers: { 'WWW-Authenticate': 'Bearer' } });
