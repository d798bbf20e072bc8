import type { FastifyRequest } from 'fastify';
import { PAIR_FORM, TEMPLATE_FIELDS } from '../../../../contract/forms/docflow.ts';
import { callerOf } from '../../../http/caller.ts';
import { conflict } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import type { ReceivedForm } from '../../../http/upload.ts';
import { saveOf } from '../access.ts';
import { hashesOf, removeAttachments } from '../attachments/attachment-store.ts';
import { addDocument } from '../changes/save.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredDocument, StoredFile } from '../document/document.ts';
import { dropDraft } from '../drafts/draft-store.ts';
import { findNamedFiles, inOrder, takeWaitingFiles } from '../drafts/waiting-files.ts';
import { permit } from '../permit.ts';
import { checkMayBeListed } from './check-signatories.ts';
import { contentOf, type SentContent } from './creation-key.ts';
import { findMadeUnder, type Made, recordMade, takeKey } from './creation-key-store.ts';
import { routeOf } from './route-of.ts';
import { readSent, type SentDocument, withAttachments } from './save-form.ts';
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
  const { uid } = callerOf(request);
  const key = keyOf(request);
  const { directingId: directing, taskId: task } = readForm(request, PAIR_FORM, form.fields);
  const { counterparty } = readForm(request, TEMPLATE_FIELDS, form.fields);
  const pair = { directing, task };
  const contentWith = (
    sent: SentDocument,
    named: readonly StoredFile[],
    hashes: readonly string[],
  ): SentContent => ({
    ...contentSent(pair, sent, named, hashes),
    ...(counterparty === '' ? {} : { counterparty }),
  });
  /** The document of an earlier call under the key; null: there is none. */
  const madeEarlier = async (): Promise<StoredDocument | null> => {
    const earlier = key && (await findMadeUnder(database.read, key));
    if (!earlier) return null;
    const sent = readSent(request, form);
    const named = await findNamedFiles(database.read, uid, sent.waiting, earlier.document.id);
    return repeated(earlier, contentWith(sent, named, await hashesOf(sent.scans)));
  };
  const earlier = await madeEarlier();
  if (earlier) return earlier;
  await permit(context, request, pair);
  const sent = readSent(request, form);
  let named: readonly StoredFile[];
  try {
    named = await findNamedFiles(database.read, uid, sent.waiting, null);
  } catch (refusal) {
    // The same call may have been committed since the key was read, and have taken the files that this one names.
    const meanwhile = await madeEarlier();
    if (meanwhile) return meanwhile;
    throw refusal;
  }
  const routed = await routeOf(context, request, pair, sent, counterparty);
  return withAttachments(context, pair, sent, { listed: [], fileCount: 0 }, async (files) => {
    const document = await database.write(async (transaction) => {
      const save = saveOf(request, context);
      const content = contentWith(
        sent,
        named,
        files.map(({ sha256 }) => sha256),
      );
      const made = key && (await takeKey(transaction, key, contentOf(content), save.at));
      if (made) return repeated(made, content);
      await checkMayBeListed(transaction, pair, routed.listed, []);
      const waited = inOrder(sent.waiting, await takeWaitingFiles(transaction, uid, sent.waiting));
      const whole = { ...content, ...routed, files: [...waited, ...files] };
      const added = await addDocument(database, transaction, pair, whole, save);
      if (sent.draft) await dropDraft(transaction, uid, sent.draft);
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
