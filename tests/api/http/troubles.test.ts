import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { JobError, packError } from '../../../server/platform/database/thread-messages.ts';
import { serve } from '../../support/http-server.ts';

const DISK_FULL = 'на сервере закончилось место';
const READ_ONLY = 'на сервере запрещена запись на диск';
const BROKEN = 'сервер не может записать данные на диск';

/** Throws what its caller describes, as drivers do. */
const failing: FastifyPluginAsyncTypebox = async (app) => {
  const querystring = Type.Object({
    code: Type.Optional(Type.String()),
    errcode: Type.Optional(Type.Integer()),
    message: Type.Optional(Type.String()),
    across: Type.Optional(Type.Boolean()),
  });
  app.get('/fail', { config: { permission: 'anyone' }, schema: { querystring } }, async ({ query }) => {
    const { message = 'failed', across = false, ...codes } = query;
    const error = Object.assign(new Error(message), codes);
    throw across ? new JobError(packError(error)) : error;
  });
};

const answerTo = async (query: Record<string, string>) => {
  const server = await serve(failing);
  const answer = await server.fetch(`/api/test/fail?${new URLSearchParams(query)}`);
  const { error } = (await answer.json()) as { error: string };
  return { status: answer.status, error, retry: answer.headers.get('retry-after') };
};

const NOT_NOW = [
  ['08000', '08001', '08003', '08004', '08006'],
  ['25006', '25P03', '25P04'],
  ['40001', '40P01', '55000', '55006', '55P03'],
  ['53000', '53100', '53200', '53300', '53400'],
  ['57014', '57P01', '57P02', '57P03', '57P04', '57P05', '58000', '58030'],
  ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
].flat();

test.each(NOT_NOW)('security 55: %s of a database is 503 with a time to come again', async (code) => {
  expect(await answerTo({ code })).toEqual({ status: 503, error: 'service is busy', retry: '2' });
});

test.each([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Postgres connection has been discarded',
])('security 55: a driver that says «%s» without a code is 503', async (message) => {
  expect(await answerTo({ message })).toEqual({ status: 503, error: 'service is busy', retry: '2' });
});

test.each(['23505', '22P02', '42601', 'XX000', 'EMPTY'])('%s is still our own mistake', async (code) => {
  expect((await answerTo({ code })).status).toBe(500);
});

test.each([
  { what: 'a full disk', code: 'ENOSPC', status: 507, error: DISK_FULL },
  { what: 'a file that reaches its limit', code: 'EFBIG', status: 507, error: DISK_FULL },
  { what: 'a used up quota', code: 'EDQUOT', status: 507, error: DISK_FULL },
  { what: 'a read-only disk', code: 'EROFS', status: 503, error: READ_ONLY },
  { what: 'a folder that may not be written to', code: 'EACCES', status: 503, error: READ_ONLY },
  { what: 'a disk that fails', code: 'EIO', status: 503, error: BROKEN },
])('security 56: $what tells so', async ({ code, status, error }) => {
  expect(await answerTo({ code })).toEqual({ status, error, retry: '60' });
});

const SQLITE = [
  { errcode: 13, status: 507, error: DISK_FULL, retry: '60' },
  { errcode: 4874, status: 507, error: DISK_FULL, retry: '60' },
  ...[8, 264, 520, 776, 1032, 1288, 1544].map((errcode) => ({ errcode, status: 503, error: READ_ONLY, retry: '60' })),
  ...[10, 266, 522, 778, 1034, 1290, 11, 14, 26].map((errcode) => ({
    errcode,
    status: 503,
    error: BROKEN,
    retry: '60',
  })),
  ...[5, 261, 517, 6, 262].map((errcode) => ({ errcode, status: 503, error: 'service is busy', retry: '2' })),
];

test.each(SQLITE)(
  'security 56: result code $errcode of the embedded database is $status, from another thread too',
  async ({ errcode, ...expected }) => {
    const query = { code: 'ERR_SQLITE_ERROR', errcode: String(errcode) };
    expect(await answerTo(query)).toEqual(expected);
    expect(await answerTo({ ...query, across: 'true' })).toEqual(expected);
  },
);
