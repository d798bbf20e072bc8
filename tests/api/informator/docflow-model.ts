import fc from 'fast-check';
import { expect } from 'vitest';
import type { Document, DocumentChange, Signatory } from '../../../contract/docflow.ts';
import { historyPage } from '../../../server/informator/docflow/changes/history-page.ts';
import { documentAnswer } from '../../../server/informator/docflow/document/answers.ts';
import { selectDocument } from '../../../server/informator/docflow/document/reads.ts';
import { hashOf } from '../../../server/informator/docflow/document/version.ts';
import { ACTION } from './company.ts';
import { type Fields, formWith, type Paperwork, PDF } from './paperwork.ts';

const PEOPLE = ['boss', 'anna', 'oleg', 'reader', 'guest', 'stranger'] as const;
type Person = (typeof PEOPLE)[number];

const DAY = 86_400_000;
const NOON = Date.parse('2026-03-02T07:00:00Z');

/** One call by a random person; documents are named by their place among those made so far. */
export type Step = { readonly by: Person } & (
  | {
      readonly do: 'create' | 'edit';
      readonly which: number;
      readonly fields: Fields;
      readonly ordered: boolean;
    }
  | {
      readonly do: 'sign' | 'acknowledge' | 'decline';
      readonly which: number;
      readonly insteadOf: string | null;
    }
  | { readonly do: 'remove file' | 'delete'; readonly which: number }
  | { readonly do: 'substitute'; readonly uid: Person; readonly from: number; readonly days: number }
  | { readonly do: 'come back' | 'sleep' }
  | { readonly do: 'role'; readonly of: Person; readonly role: number }
);

/** Mostly the first kind, so that much of what is asked for comes about, and now and then the second. */
const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: rare });

type Scans = NonNullable<Fields['scans']>;
type Raw = NonNullable<Fields['raw']>;

const person: fc.Arbitrary<Person> = fc.constantFrom(...PEOPLE);
const signer: fc.Arbitrary<Person> = fc.constantFrom('boss', 'anna', 'oleg');
const boss: fc.Arbitrary<Person> = mostly(fc.constant('boss'), person);
const which = mostly(fc.constant(0), fc.nat(3));
const anybody = fc.uniqueArray(person, { maxLength: 3 });
const fields: fc.Arbitrary<Fields> = fc.record({
  title: mostly(fc.constantFrom('Договор', 'Договор', 'Договор', 'Иной'), fc.constant('')),
  description: fc.constant('Текст'),
  acceptor: mostly(fc.subarray(['boss', 'anna', 'oleg'], { minLength: 1 }), anybody),
  recipient: mostly(fc.subarray(['anna', 'reader']), anybody),
  scans: mostly(fc.constantFrom<Scans>([], [], [['а.pdf', PDF]]), fc.constant<Scans>([['б.png', '<html>']])),
  // What a forger would send.
  raw: fc.constantFrom<Raw>({}, { accept: 'on', author: 'anna@parts.example', num: '1' }),
});
const mark = fc.record({
  do: mostly(fc.constantFrom('sign', 'sign', 'acknowledge'), fc.constant('decline')),
  by: mostly(signer, person),
  which,
  insteadOf: fc.option(mostly(signer, person), { freq: 3 }),
});
const save = (by: fc.Arbitrary<Person>, what: 'create' | 'edit') =>
  fc.record({ do: fc.constant(what), by, which, fields, ordered: fc.boolean() });
const absence = fc.record({
  do: fc.constant('substitute'),
  by: mostly(signer, person),
  uid: mostly(signer, person),
  from: fc.integer({ min: -1, max: 1 }),
  days: fc.nat(2),
});

const weighted = (weight: number, arbitrary: fc.Arbitrary<unknown>) => ({
  weight,
  arbitrary: arbitrary as fc.Arbitrary<Step>,
});

/** Random calls of random people. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    weighted(3, save(boss, 'create')),
    weighted(4, save(boss, 'edit')),
    weighted(20, mark),
    weighted(1, fc.record({ do: fc.constantFrom('remove file', 'remove file', 'delete'), by: boss, which })),
    weighted(5, absence),
    weighted(2, fc.record({ do: fc.constantFrom('come back', 'sleep'), by: signer })),
    weighted(1, fc.record({ do: fc.constant('role'), by: boss, of: person, role: fc.nat(4) })),
  ),
  { minLength: 40, maxLength: 60, size: 'max' },
);

/** What must hold, known from nothing but what was asked and answered. */
export interface Model {
  run(step: Step): Promise<void>;
  /** Throws when something does not hold of what was touched. */
  check(): Promise<void>;
}

interface Absence {
  readonly uid: string;
  readonly from: string;
  readonly to: string;
}

/** A model over a company at work; it starts a quiet day of its own. `numbers`: those given so far. */
export async function startModel(work: Paperwork, numbers: Set<string>): Promise<Model> {
  const { docflow, call, bind, directing, task, ordered, setClock, informator, settings } = work;
  const { database, links } = informator.context;
  const roles = new Map<string, number>();
  const allowed = new Map<number, ReadonlySet<number>>();
  const absences = new Map<string, Absence>();
  const made: number[] = [];
  /** Who may have put a mark: `<document> <kind> <listed> <acting>`, at the moment when it was put. */
  const rightful = new Set<string>();
  let now = NOON;
  setClock(now);

  for (const { id, directings } of await settings()) {
    allowed.set(id, new Set(directings[0]?.tasks[0]?.actions.map((action) => action.id)));
  }
  const roleIds = [...allowed.keys()];
  for (const [index, uids] of [['boss'], ['anna', 'oleg'], ['reader'], ['guest']].entries()) {
    for (const uid of uids) {
      roles.set(uid, roleIds[index] ?? 0);
      await bind(uid, roleIds[index] ?? '');
    }
  }
  await bind('stranger', '');
  for (const uid of PEOPLE) await call('DELETE', '/user/substitute', { as: uid });

  const day = (offset = 0) => new Date(now + offset * DAY).toISOString().slice(0, 10);
  const may = (uid: string, action: number) => allowed.get(roles.get(uid) ?? 0)?.has(action) ?? false;
  const substitutes = (uid: string, listed: string): boolean => {
    const absence = absences.get(listed);
    return absence?.uid === uid && absence.from <= day() && day() <= absence.to;
  };

  async function put(step: Extract<Step, { do: 'sign' | 'acknowledge' | 'decline' }>, id: number) {
    const kind = step.do === 'acknowledge' ? 'recipient' : 'acceptor';
    const path = { sign: 'accepting', acknowledge: 'recipienting', decline: 'declining' }[step.do];
    const json = { reason: 'Нет', ...(step.insteadOf === null ? {} : { insteadOf: step.insteadOf }) };
    const answer = await docflow('PATCH', `/${path}/${id}`, { as: step.by, json });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode !== 200) return;
    expect(may(step.by, kind === 'acceptor' ? ACTION.approve : ACTION.acknowledge)).toBe(true);
    const listed = answer.json<Document>()[kind].map(({ uid }) => uid);
    for (const uid of listed) {
      if (uid === step.by || substitutes(step.by, uid)) rightful.add(`${id} ${kind} ${uid} ${step.by}`);
    }
  }

  async function send(step: Extract<Step, { do: 'create' | 'edit' }>, id: number) {
    const form = formWith(step.fields);
    const path = step.do === 'create' ? '/' : `/${id}`;
    if (step.do === 'create') {
      form.append('directingId', String(directing));
      form.append('taskId', String(step.ordered ? ordered : task));
    }
    const answer = await docflow(step.do === 'create' ? 'POST' : 'PATCH', path, { as: step.by, form });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode >= 300) return;
    expect(may(step.by, step.do === 'create' ? ACTION.create : ACTION.edit)).toBe(true);
    if (step.do === 'edit') return;
    const document = answer.json<Document>();
    expect(document.author.uid).toBe(step.by);
    made.push(document.id);
    const number = `${document.task.id} ${document.num}`;
    expect(numbers).not.toContain(number);
    numbers.add(number);
  }

  async function run(step: Step): Promise<void> {
    now += 1_000;
    setClock(now);
    const id = 'which' in step ? (made.at(-1 - (step.which % Math.max(1, made.length))) ?? 0) : 0;
    switch (step.do) {
      case 'create':
      case 'edit':
        return send(step, id);
      case 'sign':
      case 'acknowledge':
      case 'decline':
        return put(step, id);
      case 'remove file': {
        const found = await docflow('GET', `/${id}`, { as: step.by });
        const [file] = found.json<Partial<Document>>().files ?? [];
        await docflow('PATCH', `/file/${id}`, { as: step.by, json: { fileName: file?.fileName } });
        return;
      }
      case 'delete': {
        const answer = await docflow('DELETE', `/${id}`, { as: step.by });
        if (answer.statusCode === 200) expect(may(step.by, ACTION.remove)).toBe(true);
        return;
      }
      case 'substitute': {
        const json = { uid: step.uid, from: day(step.from), to: day(step.from + step.days) };
        const answer = await call('PUT', '/user/substitute', { as: step.by, json });
        if (answer.statusCode === 200) absences.set(step.by, json);
        return;
      }
      case 'come back':
        await call('DELETE', '/user/substitute', { as: step.by });
        absences.delete(step.by);
        return;
      case 'sleep':
        now += DAY;
        return;
      case 'role': {
        const role = roleIds[step.role];
        await bind(step.of, role ?? '');
        roles.set(step.of, role ?? 0);
      }
    }
  }

  async function checkDocument(id: number): Promise<void> {
    const changes = (await historyPage(database.read, id, null, links)).reverse();
    // Nothing is without a history, and each entry begins where the one before ended.
    expect(changes[0]).toMatchObject({ event: 'created', before: null });
    for (const [index, change] of changes.entries()) {
      if (index > 0) expect(lasting(change.before)).toEqual(lasting(changes[index - 1]?.after));
    }
    for (const change of changes) checkMark(id, change);
    const stored = await selectDocument(database.read, id);
    const last = changes.at(-1);
    expect(last?.event === 'deleted').toBe(stored === null);
    if (!stored) return;
    const document = documentAnswer(stored, links);
    const { title, description, version, hash } = document;
    expect(last?.after).toMatchObject({ title, description, version, hash: hashOf(stored) });
    // A mark that stands was put under this very version, by whom it names.
    for (const [kind, event] of [
      ['acceptor', 'signed'],
      ['recipient', 'acknowledged'],
    ] as const) {
      for (const entry of document[kind]) {
        const { uid, accept, acceptedBy, acceptedAt, declinedAt } = entry;
        expect(accept && declinedAt !== null).toBe(false);
        if (!accept) continue;
        expect(rightful).toContain(`${id} ${kind} ${uid} ${acceptedBy?.uid}`);
        const put = changes.filter(
          (change) => change.event === event && change.at === acceptedAt && change.by.uid === acceptedBy?.uid,
        );
        expect(put.map(({ after }) => [after?.version, after?.hash])).toEqual([[version, hash]]);
      }
    }
  }

  /** A change that puts a mark touches nothing else; any other puts none. */
  function checkMark(id: number, { event, by, before, after, insteadOf }: DocumentChange): void {
    const marked = (['acceptor', 'recipient'] as const).flatMap((kind) =>
      (after?.[kind] ?? [])
        .filter((entry) => isMarked(entry))
        .filter(({ uid }) => !isMarked(before?.[kind].find((entry) => entry.uid === uid)))
        .map((entry) => ({ kind, entry })),
    );
    if (!MARKS.has(event)) {
      expect(marked).toEqual([]);
      return;
    }
    const [only, second] = marked;
    expect([second, only?.kind]).toEqual([undefined, event === 'acknowledged' ? 'recipient' : 'acceptor']);
    expect(insteadOf?.uid ?? by.uid).toBe(only?.entry.uid);
    expect(rightful).toContain(`${id} ${only?.kind} ${only?.entry.uid} ${by.uid}`);
    expect([before?.version, before?.hash]).toEqual([after?.version, after?.hash]);
  }

  return {
    run,
    check: async () => {
      for (const id of made) await checkDocument(id);
    },
  };
}

const MARKS: ReadonlySet<string> = new Set(['signed', 'acknowledged', 'declined']);

const isMarked = (entry: Signatory | undefined): boolean =>
  entry !== undefined && (entry.accept || entry.declinedAt !== null);

/** Links are of the moment of reading, and positions of the day: a role may have changed in between. */
const lasting = (snapshot: DocumentChange['after'] | undefined) =>
  snapshot && {
    ...snapshot,
    files: snapshot.files.map((file) => ({ ...file, url: '' })),
    acceptor: snapshot.acceptor.map((entry) => ({ ...entry, position: '' })),
    recipient: snapshot.recipient.map((entry) => ({ ...entry, position: '' })),
  };
