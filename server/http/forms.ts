import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_MAX, FORM_FIELDS_MAX } from '../../contract/limits.ts';
import { isOfDisk } from '../database/trouble.ts';
import { badRequest, HttpError, tooLarge } from './errors.ts';
import type { FileLimits } from './file-limits.ts';
import { isAnonymous } from './guards.ts';
import type { Intake } from './intake.ts';
import { fieldsOfJson } from './json-shape.ts';
import { boundaryOf } from './multipart-fields.ts';
import {
  COMMON_RULES,
  cleanJson,
  cleanText,
  FieldNest,
  type FieldRules,
  wellFormed,
} from './nested-fields.ts';
import type { ConnectionLimits } from './options.ts';
import { readable, unfoldJson, unfoldMultipart, unfoldUrlencoded } from './unfold.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route takes of files; it reads a multipart body itself, see upload.ts. */
    files?: FileLimits;
    /** More fields than FORM_FIELDS_MAX, for very large forms; in every encoding. */
    fieldsMax?: number;
    /** Texts arrive with their NUL characters, for a route that refuses them aloud instead of dropping them. */
    keepsNul?: boolean;
    /** A name that could reach a prototype is answered 400 instead of dropped: where less in a form takes something away. */
    refusesUnsafeNames?: boolean;
  }
}

/** Longest name of a form field, bytes. */
const FIELD_NAME_MAX = 200;
/** How much of a refused body is read away, bytes. */
const DISCARD_MAX = 64 * 1024 * 1024;
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Makes multipart, urlencoded and JSON bodies arrive alike: as nested objects in `request.body`, `{}` when there is
 * none. Only a multipart body of a route with `config.files` is left unread. How long a body may take depends on what the
 * route expects.
 * https://github.com/fastify/fastify-multipart
 */
export async function addForms(
  app: FastifyInstance,
  limits: ConnectionLimits,
  intake: Intake,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { throwFileSizeLimit: false });

  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) => unfoldJson(body, fieldsMax(request), fieldRules(request)),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) =>
      unfoldUrlencoded(body, fieldsMax(request), fieldRules(request)),
  );
  // Any other type was never a form: it is read away within the limit, and the route finds no fields.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));

  app.addHook('preParsing', async (request) => {
    // Behind the guards: somebody who may not call gets no more time than anyone.
    if (!WITH_BODY.has(request.method) || request.is404) return;
    const { files, permission } = request.routeOptions.config;
    if (files) intake.allow(request.raw, limits.requestTimeout);
    else if (!isAnonymous(permission)) intake.allow(request.raw, limits.bodyTimeout);
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

/** How the route of this request takes fields. */
export function fieldRules(request: FastifyRequest): FieldRules {
  const { keepsNul, refusesUnsafeNames } = request.routeOptions.config;
  return {
    clean: keepsNul ? wellFormed : COMMON_RULES.clean,
    unsafeNames: refusesUnsafeNames ? 'refused' : COMMON_RULES.unsafeNames,
  };
}

/** A form without files; a file that was sent all the same is passed over. */
async function readFields(request: FastifyRequest): Promise<unknown> {
  const body = await wholeBody(request, request.routeOptions.bodyLimit ?? BODY_MAX);
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  return unfoldMultipart(body, boundary, fieldsMax(request), fieldRules(request));
}

/** A body as it came. Throws 413 above `limit` bytes, 400 when its connection ends before it does. */
async function wholeBody(request: FastifyRequest, limit: number): Promise<Buffer> {
  refuseLargerThan(request, limit);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw badRequest('invalid form');
  }
  if (bytes <= limit) return Buffer.concat(chunks);
  discardRest(request);
  throw tooLarge();
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
    // A body that was read to its end is closed as one that was broken off.
    if (syscall && (isOfDisk(error) || !request.raw.destroyed)) throw error;
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

/** What the fields of a form may come to. */
export interface FieldLimits {
  readonly fields: number;
  /** All texts together, characters. */
  readonly characters: number;
}

/** Gathers the fields of a multipart body with files. */
export class FieldCollector {
  readonly #nest: FieldNest;
  readonly #limits: FieldLimits;
  readonly #rules: FieldRules;
  #fields = 0;
  #characters = 0;

  constructor(limits: FieldLimits, rules: FieldRules) {
    this.#nest = new FieldNest(rules);
    this.#limits = limits;
    this.#rules = rules;
  }

  /** Takes one field; throws 413 when there are too many, they are too long, or its value was cut. */
  add(name: string, value: unknown, truncated = false): void {
    this.#fields += 1;
    // A part that calls itself JSON was made a value already; such texts are worth no more than their size.
    const isText = typeof value !== 'object' || value === null;
    const text = isText ? String(value) : JSON.stringify(value);
    this.#characters += text.length;
    if (!isText) this.#fields += fieldsOfJson(text);
    const { fields, characters } = this.#limits;
    if (truncated || this.#fields > fields || this.#characters > characters) throw tooLarge();
    if (name) readable(() => this.#nest.add(cleanText(name), cleanJson(value, this.#rules)));
  }

  /** All fields, bracketed names unfolded; nothing is added afterwards. */
  nested(): Record<string, unknown> {
    return this.#nest.nested();
  }
}
