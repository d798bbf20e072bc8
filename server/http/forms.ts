import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_MAX, FORM_FIELDS_MAX } from '../../contract/limits.ts';
import { badRequest, HttpError, tooLarge } from './errors.ts';
import {
  cleanJson,
  cleanText,
  nestFields,
  type Pair,
  type TextCleaner,
  TooDeep,
  wellFormed,
} from './nested-fields.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that takes files reads a multipart body itself, see upload.ts. */
    files?: boolean;
    /** More fields than FORM_FIELDS_MAX, for very large forms. */
    fieldsMax?: number;
    /** Texts arrive with their NUL characters, for a route that refuses them aloud instead of dropping them. */
    keepsNul?: boolean;
  }
}

/** Longest name of a form field, bytes. */
const FIELD_NAME_MAX = 200;
/** How much of a refused body is read away, bytes. */
const DISCARD_MAX = 64 * 1024 * 1024;
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Makes multipart, urlencoded and JSON bodies arrive alike: as nested objects in `request.body`, `{}` when there is
 * none. Only a multipart body of a route with `config.files` is left unread. Any other body that has not arrived within
 * `bodyTimeout` ms is cut off.
 * https://github.com/fastify/fastify-multipart
 */
export async function addForms(app: FastifyInstance, bodyTimeout: number): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { throwFileSizeLimit: false });

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parseJson(body, textCleaner(request)),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      parseUrlencoded(body.toString(), fieldsMax(request), textCleaner(request)),
  );
  // Any other type was never a form: it is read away within the limit, and the route finds no fields.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));

  app.addHook('preParsing', async (request) => {
    if (!WITH_BODY.has(request.method) || request.routeOptions.config.files) return;
    // A form is small: whoever sends it byte by byte only means to hold a place.
    const deadline = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy();
    }, bodyTimeout);
    request.raw.once('close', () => clearTimeout(deadline));
  });

  app.addHook('preValidation', async (request) => {
    if (!WITH_BODY.has(request.method) || request.is404) return;
    if (!request.isMultipart()) request.body ??= {};
    else if (!request.routeOptions.config.files) request.body = await readFields(request);
  });
}

/** How many fields the route of this request takes. */
export function fieldsMax(request: FastifyRequest): number {
  return request.routeOptions.config.fieldsMax ?? FORM_FIELDS_MAX;
}

/** What makes texts of a form fit to be stored, on the route of this request. */
export function textCleaner(request: FastifyRequest): TextCleaner {
  return request.routeOptions.config.keepsNul ? wellFormed : cleanText;
}

function parseJson(body: Buffer, clean: TextCleaner): unknown {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('invalid json');
  }
  return shallowEnough(() => cleanJson(value, clean));
}

function parseUrlencoded(body: string, max: number, clean: TextCleaner): unknown {
  const pairs: Pair[] = [];
  for (const [name, value] of new URLSearchParams(body)) {
    if (pairs.length === max) throw tooLarge();
    pairs.push([cleanText(name), clean(value)]);
  }
  return shallowEnough(() => nestFields(pairs));
}

/** A form without files; a file that was sent all the same is read away. */
async function readFields(request: FastifyRequest): Promise<unknown> {
  const limit = request.routeOptions.bodyLimit ?? BODY_MAX;
  refuseLargerThan(request, limit);
  const fields = new FieldCollector(fieldsMax(request), textCleaner(request));
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) request.raw.destroy();
  };
  request.raw.on('data', count);
  await eachPart(request, { fieldSize: limit, fields: fieldsMax(request) }, async (part) => {
    if (part.type === 'field') fields.add(part.fieldname, part.value, part.valueTruncated);
    else part.file.resume();
  });
  return fields.nested();
}

/** Throws 413 when the body announces more than `limit` bytes. */
export function refuseLargerThan(request: FastifyRequest, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) <= limit) return;
  discardRest(request);
  throw tooLarge();
}

/** The parts of a multipart body, one after another; every failure of the library becomes one of ours. */
export async function eachPart(
  request: FastifyRequest,
  limits: { fieldSize: number; fields: number; fileSize?: number },
  take: (part: Awaited<ReturnType<ReturnType<FastifyRequest['parts']>['next']>>['value']) => Promise<void>,
): Promise<void> {
  try {
    const options = { limits: { ...limits, fieldNameSize: FIELD_NAME_MAX, parts: limits.fields + 10 } };
    for await (const part of request.parts(options)) await take(part);
  } catch (error) {
    discardRest(request);
    if (error instanceof HttpError) throw error;
    const { statusCode, syscall } = error as { statusCode?: number; syscall?: string };
    if (syscall && !request.raw.destroyed) throw error;
    throw statusCode === 413 ? tooLarge() : badRequest('invalid form');
  }
}

/** Reads what is left of a refused body away, so that the client gets to read the answer; cuts it when it is too long. */
function discardRest(request: FastifyRequest): void {
  let rest = 0;
  request.raw.unpipe();
  request.raw.on('data', (chunk: Buffer) => {
    rest += chunk.length;
    if (rest > DISCARD_MAX) request.raw.destroy();
  });
  request.raw.resume();
}

/** Gathers the fields of a multipart body. */
export class FieldCollector {
  readonly #pairs: Pair[] = [];
  readonly #max: number;
  readonly #clean: TextCleaner;

  constructor(max: number, clean: TextCleaner) {
    this.#max = max;
    this.#clean = clean;
  }

  /** Takes one field; throws 413 when there are too many, or its value was cut. */
  add(name: string, value: unknown, truncated = false): void {
    if (truncated || this.#pairs.length === this.#max) throw tooLarge();
    if (name) this.#pairs.push([cleanText(name), shallowEnough(() => cleanJson(value, this.#clean))]);
  }

  /** All fields, bracketed names unfolded. */
  nested(): Record<string, unknown> {
    return shallowEnough(() => nestFields(this.#pairs));
  }
}

function shallowEnough<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooDeep || error instanceof RangeError) throw badRequest('invalid body');
    throw error;
  }
}
