import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { XLSX_TYPE } from '../../contract/upload.ts';

/** Answers with a workbook that a browser saves under a name of Latin letters, and that nothing on the way keeps. */
export const sendWorkbook = (reply: FastifyReply, name: string, book: Readable): FastifyReply =>
  reply
    .type(XLSX_TYPE)
    .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
    .send(book);
