import type { Transaction } from 'kysely';
import { DECISIONS } from '../../../../contract/decisions.ts';
import type { Editor } from '../../../../contract/versions.ts';
import { lockTable } from '../../../database/lock-table.ts';
import { recordRead } from '../../../demonstration/records.ts';
import type { InformatorSchema } from '../../schema.ts';
import { addDocument, saveDecision, saveDraft } from '../changes/save.ts';
import type { DocflowContext } from '../context.ts';
import { decide } from '../decisions/decide.ts';
import type { StoredDocument } from '../document/document.ts';
import { DEMO_DOCUMENTS, type DemoDocument, type DemoPerson, type DemoStep } from './documents.ts';
import { DOCUMENTS } from './recognise.ts';

type Change = Transaction<InformatorSchema>;
export type DemoStaff = Readonly<Record<DemoPerson, Editor>>;

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Makes documents of the demonstration's people where there never was one; whether it did. Nobody is written to. */
export function fillDemoDocuments(
  { database, clock, timeZone }: DocflowContext,
  staff: DemoStaff,
): Promise<boolean> {
  const now = clock();
  return database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'documents');
    if (await transaction.selectFrom('document_history').select('id').limit(1).executeTakeFirst())
      return false;
    const made: number[] = [];
    let at = now - DEMO_DOCUMENTS.length * DAY;
    for (const document of DEMO_DOCUMENTS) {
      const pair = await pairOf(transaction, document);
      if (!pair) return false;
      const listed = (['acceptor', 'recipient'] as const).flatMap((kind) =>
        document[kind].map((person) => ({ kind, uid: staff[person].uid })),
      );
      const draft = { title: document.title, description: document.description, files: [], listed };
      const by = staff[document.author];
      let stored = await addDocument(database, transaction, pair, draft, { by, at, timeZone });
      for (const [hours, step] of document.steps.entries())
        stored = await perform(transaction, stored, step, {
          ...{ document, staff, timeZone },
          at: at + (hours + 1) * HOUR,
        });
      made.push(stored.id);
      at += DAY;
    }
    await recordRead(transaction, DOCUMENTS, made);
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
  transaction: Change,
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
  });
  if (marked.outcome !== 'marked') throw new Error(`a step of the demonstration is ${marked.outcome}`);
  const signs = step.kind === 'acceptor' ? DECISIONS.sign : DECISIONS.acknowledge;
  const { event } = step.declines ? DECISIONS.decline : signs;
  return saveDecision(transaction, before, marked.entries, { event, insteadOf: null }, { by, at, timeZone });
}

/** The direction and task of a document; null where its names were changed. */
async function pairOf(transaction: Change, { direction, task }: DemoDocument) {
  const idOf = (list: 'directings' | 'tasks', title: string) =>
    transaction
      .selectFrom(list)
      .select('id')
      .where('title', '=', title)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  const [one, other] = [await idOf('directings', direction), await idOf('tasks', task)];
  return one && other ? { directing: one.id, task: other.id } : null;
}
