import type { FastifyRequest } from 'fastify';
import { PAIR_FORM } from '../../../../contract/forms/docflow.ts';
import { conflict } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { ReceivedForm } from '../../../http/upload.ts';
import { saveOf } from '../access.ts';
import { hashesOf, removeAttachments } from '../attachments/attachment-store.ts';
import { addDocument } from '../changes/save.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredDocument } from '../document/document.ts';
import { permit } from '../permit.ts';
import { checkMayBeListed } from './check-signatories.ts';
import { contentOf, type SentContent } from './creation-key.ts';
import { findMadeUnder, type Made, recordMade, takeKey } from './creation-key-store.ts';
import { readSent, withAttachments } from './save-form.ts';
import { contentSent, isAmong, keyOf } from './sent-content.ts';

/**
 * Makes the document of a received form. Under an `Idempotency-Key` it is made once: the same call again, be it at the
 * same moment, resolves to that document as it stands now, whatever has become of the author's rights. Throws 409
 * `already created` when the key has made one of another content.
 */
export async function createDocument(
  context: DocflowContext,
  request: FastifyRequest,
  form: ReceivedForm,
): Promise<StoredDocument> {
  const { database } = context;
  const key = keyOf(request);
  const { directingId: directing, taskId: task } = readForm(request, PAIR_FORM, form.fields);
  const pair = { directing, task };
  const earlier = key && (await findMadeUnder(database.read, key));
  if (earlier) {
    const sent = readSent(request, form);
    return repeated(earlier, contentSent(pair, sent, await hashesOf(sent.scans)));
  }
  await permit(context, request, pair);
  const sent = readSent(request, form);
  return withAttachments(context, pair, sent, { listed: [], fileCount: 0 }, async (files) => {
    const document = await database.write(async (transaction) => {
      const save = saveOf(request, context);
      const content = contentSent(
        pair,
        sent,
        files.map(({ sha256 }) => sha256),
      );
      const made = key && (await takeKey(transaction, key, contentOf(content), save.at));
      if (made) return repeated(made, content);
      await checkMayBeListed(transaction, pair, sent.listed, []);
      const added = await addDocument(database, transaction, pair, { ...content, files }, save);
      if (key) await recordMade(transaction, key, added.id);
      return added;
    });
    const names = new Set(document.files.map(({ fileName }) => fileName));
    // Of a call that was repeated while the first one was under way.
    const spare = files.map(({ fileName }) => fileName).filter((name) => !names.has(name));
    await removeAttachments(context, spare);
    return document;
  });
}

/** The document that the call has made already. Throws 409, which names those of the sent files that it has. */
function repeated({ document, content }: Made, sent: SentContent): StoredDocument {
  if (contentOf(sent) === content) return document;
  const attached = sent.files.flatMap((file, place) => (isAmong(document.files, file) ? [place] : []));
  throw conflict('already created', { id: document.id, attached });
}
