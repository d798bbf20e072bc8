// Makes and recognises the documents of the demonstration.
import type { Editor } from '../../contract/answers.ts';
import { DECISIONS, SIGNATORY_KINDS } from '../../contract/documents/words.ts';
import { DAY_MS, HOUR_MS } from '../../contract/limits.ts';
import { typographed } from '../../rules/format/typography.ts';
import { lockTable } from '../platform/database/concurrent-writes.ts';
import { fingerprintOf, type KindOf, recordThings } from '../platform/database/demonstration-records.ts';
import type { PortalChange, PortalSchema, PortalSource } from '../portal-database/schema.ts';
import { addDocument, saveDecision, saveDraft } from './changes/save.ts';
import documents from './demo-documents.json' with { type: 'json' };
import { type DocumentsContext, namesIn, type StoredDocument } from './document/document.ts';
import { decide } from './document/signatory-rules.ts';

export type DemoStaff = Readonly<Record<DemoPerson, Editor>>;

/** Makes the documents of the demonstration unless there has ever been one; resolves to whether it did. No mail. */
export function fillDemoDocuments({ database, clock, timeZone }: DocumentsContext, staff: DemoStaff): Promise<boolean> {
  const now = clock();
  return database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'documents');
    if (await transaction.selectFrom('document_history').select('id').limit(1).executeTakeFirst()) return false;
    const made: number[] = [];
    let at = now - DEMO_DOCUMENTS.length * DAY_MS;
    for (const document of DEMO_DOCUMENTS) {
      const pair = await pairOf(transaction, document);
      if (!pair) return false;
      const listed = SIGNATORY_KINDS.flatMap((kind) =>
        document[kind].map((person) => ({ kind, uid: staff[person].uid })),
      );
      const draft = { title: document.title, description: document.description, files: [], listed };
      const by = staff[document.author];
      let stored = await addDocument(database, transaction, pair, draft, { by, at, timeZone });
      for (const [hours, step] of document.steps.entries())
        stored = await perform(transaction, stored, step, {
          ...{ document, staff, timeZone },
          at: at + (hours + 1) * HOUR_MS,
        });
      made.push(stored.id);
      at += DAY_MS;
    }
    await recordThings(transaction, DOCUMENTS, made);
    await transaction.deleteFrom('document_notices').execute();
    return true;
  });
}

interface Scene {
  readonly document: DemoDocument;
  readonly staff: DemoStaff;
  readonly at: number;
  readonly timeZone: string;
}

function perform(
  transaction: PortalChange,
  before: StoredDocument,
  step: DemoStep,
  { document, staff, at, timeZone }: Scene,
): Promise<StoredDocument> {
  if ('adds' in step) {
    const description = `${before.description} ${step.adds}`;
    const draft = { title: before.title, description, files: [], listed: before.entries };
    return saveDraft(transaction, before, draft, 'edited', { by: staff[document.author], at, timeZone });
  }
  const by = staff[step.by];
  const marked = decide(before.entries, {
    kind: step.kind,
    caller: by.uid,
    insteadOf: null,
    substituted: new Set(),
    act: step.declines ? { kind: 'decline', reason: step.declines } : { kind: 'accept' },
    ordered: before.task.ordered,
    now: at,
    as: (uid) => ({ ...namesIn(before, uid), by: namesIn(before, by.uid) }),
  });
  if (marked.outcome !== 'marked') throw new Error(`a step of the demonstration is ${marked.outcome}`);
  const signs = step.kind === 'acceptor' ? DECISIONS.sign : DECISIONS.acknowledge;
  const { event } = step.declines ? DECISIONS.decline : signs;
  const decided = { event, insteadOf: null, of: marked.entry };
  return saveDecision(transaction, before, marked.entries, decided, { by, at, timeZone });
}

/** The direction and task of a document; null where its names were changed. */
async function pairOf(transaction: PortalChange, { direction, task }: DemoDocument) {
  const idOf = (list: 'directings' | 'tasks', title: string) =>
    transaction.selectFrom(list).select('id').where('title', '=', title).orderBy('id').limit(1).executeTakeFirst();
  const [one, other] = [await idOf('directings', direction), await idOf('tasks', task)];
  return one && other ? { directing: one.id, task: other.id } : null;
}

type DemoPerson = 'director' | 'sales' | 'store' | 'books';

/** A step of a demo document: a decision (declined where there is a reason), or a sentence added by the author. */
type DemoStep =
  | { readonly kind: 'acceptor' | 'recipient'; readonly by: DemoPerson; readonly declines?: string }
  | { readonly adds: string };

interface DemoDocument {
  readonly direction: string;
  readonly task: string;
  readonly author: DemoPerson;
  readonly title: string;
  readonly description: string;
  readonly acceptor: readonly DemoPerson[];
  readonly recipient: readonly DemoPerson[];
  readonly steps: readonly DemoStep[];
}

const DEMO_DOCUMENTS = typographed(documents) as readonly DemoDocument[];

const currentDocuments = (source: PortalSource) =>
  source
    .selectFrom('documents')
    .innerJoin('document_texts', 'document_texts.id', 'documents.text_id')
    .select(['documents.id', 'title', 'text', 'version', 'hash', 'revision'])
    .select(({ selectFrom, fn }) =>
      selectFrom('document_comments')
        .select(fn.countAll<number>().as('count'))
        .whereRef('document_comments.document_id', '=', 'documents.id')
        .as('comments'),
    );

const finalText = ({ description, steps }: DemoDocument): string =>
  steps.reduce((text, step) => ('adds' in step ? `${text} ${step.adds}` : text), description);

export const DOCUMENTS: KindOf<PortalSchema> = {
  kind: 'document',
  read: async (source, ids) =>
    (await currentDocuments(source).where('documents.id', 'in', ids.map(Number)).orderBy('documents.id').execute()).map(
      ({ id, title, version, hash, revision, comments }) => ({
        kind: 'document',
        id: String(id),
        name: title,
        fingerprint: fingerprintOf([title, version, hash, revision, Number(comments)]),
      }),
    ),
  recognise: async (source) => {
    const rows = await currentDocuments(source)
      .where(
        'title',
        'in',
        DEMO_DOCUMENTS.map(({ title }) => title),
      )
      .execute();
    return rows
      .filter((row) =>
        DEMO_DOCUMENTS.some(
          (made) =>
            made.title === row.title &&
            finalText(made) === row.text &&
            row.revision === made.steps.length + 1 &&
            Number(row.comments) === 0,
        ),
      )
      .map(({ id }) => String(id));
  },
};
