import type { FastifyRequest } from 'fastify';
import { SCAN_FILE_MAX, SCAN_REQUEST_MAX, SCANS_MAX } from '../../../contract/limits.ts';
import { tooLarge } from '../../http/errors.ts';
import { withPlacedFiles } from '../../http/placed-files.ts';
import { type ReceivedForm, receiveForm } from '../../http/upload.ts';
import type { InformatorContext } from '../context.ts';
import type { Pair } from '../rights/rights.ts';
import { removeScans, sentScans, storeScans } from './attachments.ts';
import type { StoredFile } from './document.ts';
import { type DocumentForm, readDocumentForm, readListed } from './form.ts';
import { checkListed, type Listed } from './signatories.ts';

/** A form of a document, checked, its files in place. */
export interface SentDocument extends DocumentForm {
  readonly listed: readonly Listed[];
  readonly files: readonly StoredFile[];
}

/** Receives a form of a document and hands it on; whatever was received of its files is gone afterwards, if it was not put in place. */
export async function withForm<T>(
  request: FastifyRequest,
  { incomingFolder }: InformatorContext,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const form = await receiveForm(request, {
    folder: incomingFolder,
    maxBytes: SCAN_FILE_MAX,
    maxFiles: SCANS_MAX,
    maxTotalBytes: SCAN_REQUEST_MAX,
  });
  try {
    return await work(form);
  } finally {
    await form.remove();
  }
}

/**
 * Checks a received form in the order of the API, puts its files in place and hands it to `save`; when that refuses
 * they are taken away again, because no row names them then. `before`: what the document lists and has already.
 */
export async function withDocument<T>(
  context: InformatorContext,
  form: ReceivedForm,
  pair: Pair,
  before: { readonly entries: readonly Listed[]; readonly files: readonly StoredFile[] },
  save: (sent: SentDocument) => Promise<T>,
): Promise<T> {
  const fields = readDocumentForm(form.fields, form.isMultipart);
  const listed = (['acceptor', 'recipient'] as const).flatMap((kind) =>
    readListed(form.fields, kind).map((uid) => ({ kind, uid })),
  );
  await checkListed(context.database.read, pair, listed, before.entries);
  const sent = sentScans(form.files);
  if (before.files.length + sent.length > SCANS_MAX) throw tooLarge();
  const files = await storeScans(context, sent);
  const names = files.map(({ fileName }) => fileName);
  return withPlacedFiles(
    context.database,
    () => save({ ...fields, listed, files }),
    () => removeScans(context, names),
  );
}
