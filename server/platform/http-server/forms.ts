/** Parses request bodies, multipart, urlencoded or JSON, into `request.body`. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_MAX } from '../../../contract/limits.ts';
import { unfoldJson, unfoldMultipart, unfoldUrlencoded } from '../http/form-fields.ts';
import { boundaryOf } from '../http/multipart-fields.ts';
import { badRequest, tooLarge } from '../http/request.ts';
import { discardRest, type FileLimits, fieldRules, fieldsMax, refuseLargerThan } from '../http/upload.ts';
import { isAnonymous } from './guards.ts';
import type { Intake } from './intake.ts';
import type { ConnectionLimits } from './server-options.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files that the route takes; it reads a multipart body itself, see upload.ts. */
    files?: FileLimits;
    /** More fields than FORM_FIELDS_MAX, for very large forms; in every encoding. */
    fieldsMax?: number;
    /** Keeps NUL characters in texts, for a route that refuses them instead of dropping them. */
    keepsNul?: boolean;
    /** A name that could reach a prototype is answered 400, not dropped: where a missing field removes something. */
    refusesUnsafeNames?: boolean;
  }
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Bodies as nested objects, `{}` without one; multipart with `config.files` stays unread. Their time is by the route.
 */
export async function addForms(app: FastifyInstance, limits: ConnectionLimits, intake: Intake): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { throwFileSizeLimit: false });

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    unfoldJson(body, fieldsMax(request), fieldRules(request)),
  );
  const urlencoded = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(urlencoded, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    unfoldUrlencoded(body, fieldsMax(request), fieldRules(request)),
  );
  // Any other type was never a form: its body is read within the limit and dropped, and the route finds no fields.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));

  app.addHook('preParsing', async (request) => {
    // After the guards: a refused caller gets no more time than an anonymous one.
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

/** Reads a form without files; files are skipped. */
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
