import type { FastifyRequest } from 'fastify';
import { PAIR_FORM, TEMPLATE_FIELDS } from '../../../contract/documents/forms.ts';
import { badRequest, conflict, readForm, requireCaller, requireEditor } from '../../platform/http/request.ts';
import type { ReceivedForm } from '../../platform/http/upload.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import { hashesOf, removeAttachments } from '../attachments/attachment-store.ts';
import { addDocument, type NewDocument } from '../changes/save.ts';
import { permit, saveOf } from '../document/access.ts';
import type { DocumentsContext } from '../document/context.ts';
import type { StoredDocument, StoredFile } from '../document/document.ts';
import type { Listed } from '../document/signatory-rules.ts';
import { fillPlaceholders, resolveTemplate, selectCast } from '../templates/resolve.ts';
import { findTemplate } from '../templates/template-store.ts';
import { checkMayBeListed, readSent, type SentDocument, withAttachments } from './document-form.ts';
import { dropDraft } from './draft-store.ts';
import {
  contentOf,
  contentSent,
  findMadeUnder,
  isAmong,
  keyOf,
  type Made,
  recordMade,
  type SentContent,
  takeKey,
} from './repeated-calls.ts';
import { findNamedFiles, inOrder, takeWaitingFiles } from './waiting-files.ts';

/**
 * Makes the document of a received form. Under an `Idempotency-Key` it is made once: the same call again, be it at the
 * same moment, resolves to that document as it stands now, whatever has become of the author's rights. Throws 409
 * `already created` when the key has made one of another content.
 */
export async function createDocument(
  context: DocumentsContext,
  request: FastifyRequest,
  form: ReceivedForm,
): Promise<StoredDocument> {
  const { database } = context;
  const { uid } = requireCaller(request);
  const key = keyOf(request);
  const { directingId: directing, taskId: task } = readForm(request, PAIR_FORM, form.fields);
  const { counterparty } = readForm(request, TEMPLATE_FIELDS, form.fields);
  const pair = { directing, task };
  const contentWith = (sent: SentDocument, named: readonly StoredFile[], hashes: readonly string[]): SentContent => ({
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

/** What the template of its pair makes of a new document. */
type Routed = Pick<NewDocument, 'listed' | 'route' | 'fill'>;

/**
 * Whom a new document asks, and how its texts are filled. Without a template, or with one of no steps, the lists are those of
 * the form; so they are where the author names acceptors and the template lets him. Throws 400 where it does not, and where
 * a step comes to nobody.
 */
async function routeOf(
  context: DocumentsContext,
  request: FastifyRequest,
  pair: Pair,
  { listed }: Pick<SentDocument, 'listed'>,
  counterparty: string,
): Promise<Routed> {
  const { database, people, clock, timeZone } = context;
  const place = await findTemplate(database.read, pair);
  if (!place) return { listed, route: null, fill: (text) => text };
  const { name, email } = requireEditor(request);
  const known = { at: clock(), timeZone, author: name || email, counterparty };
  const fill: Routed['fill'] = (text, num) => fillPlaceholders(text, { ...known, num });
  const { template } = place;
  if (template.steps.length === 0) return { listed, route: null, fill };
  const sent = { acceptor: ofKind(listed, 'acceptor'), recipient: ofKind(listed, 'recipient') };
  if (sent.acceptor.length > 0) {
    if (template.isFixed) throw badRequest('acceptors are set by the route');
    return { listed, route: null, fill };
  }
  const cast = await selectCast(database.read, template);
  const disabled = await people.disabledAmong(cast.people.map(({ uid }) => uid));
  const { route, acceptors, recipients } = await resolveTemplate(database.read, place, cast, disabled);
  const asked = template.isFixed ? [...recipients, ...sent.recipient] : sent.recipient;
  return { listed: [...acceptors, ...asked], route, fill };
}

const ofKind = (listed: readonly Listed[], kind: Listed['kind']): Listed[] =>
  listed.filter((person) => person.kind === kind);
