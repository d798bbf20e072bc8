import type { Transaction } from 'kysely';
import type { Editor } from '../../../contract/versions.ts';
import { lockTable } from '../../database/lock-table.ts';
import type { InformatorContext } from '../context.ts';
import { decide } from '../docflow/decisions/decide.ts';
import { addDocument, saveDecision, saveDraft } from '../docflow/edit/store.ts';
import { selectDocument } from '../docflow/reads.ts';
import type { InformatorSchema } from '../schema.ts';
import { DEMO_PAPERS, type DemoAct, type DemoPaper, type DemoPerson } from './papers.ts';

type Change = Transaction<InformatorSchema>;
export type DemoStaff = Readonly<Record<DemoPerson, Editor>>;

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Makes documents of the demonstration's people where there never was one; whether it did. Nobody is written to. */
export function fillDemoPapers({ database, clock }: InformatorContext, staff: DemoStaff): Promise<boolean> {
  const now = clock();
  return database.write(async (transaction) => {
    // Another server may have started at the same moment.
    await lockTable(database, transaction, 'documents');
    if (await transaction.selectFrom('document_history').select('id').limit(1).executeTakeFirst())
      return false;
    let at = now - DEMO_PAPERS.length * DAY;
    for (const paper of DEMO_PAPERS) {
      const pair = await pairOf(transaction, paper);
      if (!pair) return false;
      const listed = (['acceptor', 'recipient'] as const).flatMap((kind) =>
        (paper[kind] ?? []).map((person) => ({ kind, uid: staff[person].uid })),
      );
      const draft = { title: paper.title, description: paper.description, files: [], listed };
      const { id } = await addDocument(database, transaction, pair, draft, { by: staff[paper.author], at });
      for (const [hours, act] of (paper.acts ?? []).entries())
        await perform(transaction, id, act, { paper, staff, at: at + (hours + 1) * HOUR });
      at += DAY;
    }
    await transaction.deleteFrom('document_notices').execute();
    return true;
  });
}

interface Scene {
  readonly paper: DemoPaper;
  readonly staff: DemoStaff;
  readonly at: number;
}

async function perform(transaction: Change, id: number, act: DemoAct, { paper, staff, at }: Scene) {
  const before = await selectDocument(transaction, id);
  if (!before) return;
  if ('adds' in act) {
    const description = `${before.description} ${act.adds}`;
    const draft = { title: before.title, description, files: [], listed: before.entries };
    await saveDraft(transaction, before, draft, 'edited', { by: staff[paper.author], at });
    return;
  }
  const by = staff[act.by];
  const marked = decide(before.entries, {
    kind: act.kind,
    caller: by.uid,
    insteadOf: null,
    substituted: new Set(),
    act: act.declines ? { kind: 'decline', reason: act.declines } : { kind: 'accept' },
    ordered: before.task.ordered,
    now: at,
  });
  if (marked.outcome !== 'marked') throw new Error(`an act of the demonstration is ${marked.outcome}`);
  const signed = act.kind === 'acceptor' ? 'signed' : 'acknowledged';
  const event = act.declines ? 'declined' : signed;
  await saveDecision(transaction, before, marked.entries, { event, insteadOf: null }, { by, at });
}

/** The pair of a paper; null where its names were changed. */
async function pairOf(transaction: Change, { pair: [directing, task] }: DemoPaper) {
  const idOf = (list: 'directings' | 'tasks', title: string) =>
    transaction
      .selectFrom(list)
      .select('id')
      .where('title', '=', title)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  const [one, other] = [await idOf('directings', directing), await idOf('tasks', task)];
  return one && other ? { directing: one.id, task: other.id } : null;
}
