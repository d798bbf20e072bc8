import fc from 'fast-check';
import { expect } from 'vitest';
import type { Document, DocumentChange, Signatory } from '../../../contract/documents/documents.ts';
import { historyPage } from '../../../server/documents/changes/read-history.ts';
import { selectDocument } from '../../../server/documents/document/access.ts';
import { listedAnswers } from '../../../server/documents/document/answers.ts';
import { hashOf } from '../../../server/documents/document/document.ts';
import { ACTION } from '../people/company.ts';
import { openEscalations, TEMPLATES } from './escalations.ts';
import { type Fields, formWith, type Paperwork, PDF } from './paperwork.ts';
import { openTalks } from './talks.ts';

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
      /** Made without acceptors, so that the template's steps ask. */
      readonly routed: boolean;
    }
  | { readonly do: 'sign' | 'acknowledge' | 'decline'; readonly which: number; readonly insteadOf: string | null }
  | { readonly do: 'comment' | 'ask' | 'answer' | 'take back'; readonly which: number; readonly remark: number }
  | { readonly do: 'remove file' | 'delete'; readonly which: number }
  | { readonly do: 'substitute'; readonly uid: Person; readonly from: number; readonly days: number }
  | { readonly do: 'come back' }
  /** Signs in the place of an absent or late signatory, if there is one. */
  | { readonly do: 'stand in'; readonly which: number; readonly place: number }
  | { readonly do: 'sleep'; readonly days: number }
  | { readonly do: 'template'; readonly template: number }
  | { readonly do: 'disable'; readonly of: Person | null }
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
const routed = fc.constantFrom(true, true, false);
const save = (by: fc.Arbitrary<Person>, what: 'create' | 'edit') =>
  fc.record({ do: fc.constant(what), by, which, fields, ordered: fc.boolean(), routed });
const talk = fc.record({
  do: fc.constantFrom('comment', 'ask', 'ask', 'answer', 'answer', 'take back'),
  by: mostly(fc.constantFrom('boss', 'anna', 'oleg'), person),
  which,
  remark: fc.nat(2),
});
const absence = fc.record({
  do: fc.constant('substitute'),
  by: mostly(signer, person),
  uid: mostly(signer, person),
  from: fc.integer({ min: -1, max: 1 }),
  days: fc.nat(2),
});

const sleep = fc.record({ do: fc.constant('sleep'), by: signer, days: fc.integer({ min: 1, max: 4 }) });
const standIn = fc.record({ do: fc.constant('stand in'), by: signer, which, place: fc.nat(9) });

/** One call, or some that belong together. */
const weighted = (weight: number, arbitrary: fc.Arbitrary<unknown>) => ({
  weight,
  arbitrary: arbitrary.map((made) => [made].flat() as Step[]),
});

/** Random calls of random people. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      weighted(2, save(boss, 'create')),
      weighted(3, save(boss, 'edit')),
      weighted(20, mark),
      weighted(8, talk),
      weighted(1, fc.record({ do: fc.constantFrom('remove file', 'remove file', 'delete'), by: boss, which })),
      weighted(2, absence),
      weighted(1, fc.record({ do: fc.constant('come back'), by: signer })),
      weighted(3, fc.tuple(sleep, standIn)),
      weighted(4, fc.tuple(absence, standIn)),
      weighted(1, fc.record({ do: fc.constant('role'), by: boss, of: person, role: fc.nat(4) })),
      weighted(1, fc.record({ do: fc.constant('template'), by: boss, template: fc.nat(1) })),
      weighted(1, fc.record({ do: fc.constant('disable'), by: boss, of: fc.option(signer) })),
    ),
    { minLength: 40, maxLength: 60, size: 'max' },
  )
  .map((calls) => calls.flat());

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
  const { database } = informator.context;
  const links = informator.context.links.of('admin');
  const { disabled } = work.around;
  const roles = new Map<string, number>();
  const allowed = new Map<number, ReadonlySet<number>>();
  const absences = new Map<string, Absence>();
  const made: number[] = [];
  /** Who may have put a mark: `<document> <kind> <listed> <acting>`, at the moment when it was put. */
  const rightful = new Set<string>();
  const talks = openTalks(docflow);
  const escalations = openEscalations();
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

  disabled.clear();
  await saveTemplate(0);

  const day = (offset = 0) => new Date(now + offset * DAY).toISOString().slice(0, 10);
  const may = (uid: string, action: number) => allowed.get(roles.get(uid) ?? 0)?.has(action) ?? false;
  const substitutes = (uid: string, listed: string): boolean => {
    const absence = absences.get(listed);
    return absence?.uid === uid && absence.from <= day() && day() <= absence.to;
  };

  /** A document as a list shows it to the administrator; undefined: deleted. */
  async function documentOf(id: number): Promise<Document | undefined> {
    const admin = { uid: 'admin', substituted: new Set<string>() };
    const [document] = await listedAnswers(database.read, informator.context, [id], admin, () => ({}));
    return document;
  }

  /** Documents that name no acceptors go by these steps; those that do have flat lists. */
  async function saveTemplate(which: number): Promise<void> {
    const steps = TEMPLATES[which] ?? [];
    const answer = await call('PUT', `/docflow/templates/${directing}/${task}`, {
      as: 'admin',
      json: { steps, recipients: { people: ['reader'] }, isFixed: false },
    });
    // A person whom it names may have lost the role or the account.
    expect([200, 400]).toContain(answer.statusCode);
    if (answer.statusCode === 200) escalations.saved(answer.json<{ version: number }>().version, steps);
  }

  /** Makes the server and the model notice what is late. */
  async function tellLate(): Promise<void> {
    await informator.post.deliver();
    for (const id of made) {
      const document = await documentOf(id);
      if (document) escalations.note(document, now, disabled);
    }
  }

  async function put(step: Extract<Step, { do: 'sign' | 'acknowledge' | 'decline' }>, id: number) {
    const kind = step.do === 'acknowledge' ? 'recipient' : 'acceptor';
    const path = { sign: 'accepting', acknowledge: 'recipienting', decline: 'declining' }[step.do];
    const json = { reason: 'Нет', ...(step.insteadOf === null ? {} : { insteadOf: step.insteadOf }) };
    const answer = await docflow('PATCH', `/${path}/${id}`, { as: step.by, json });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode !== 200) return;
    expect(may(step.by, kind === 'acceptor' ? ACTION.approve : ACTION.acknowledge)).toBe(true);
    const document = answer.json<Document>();
    for (const { uid } of document[kind]) {
      const has = uid === step.by || substitutes(step.by, uid) || escalations.hasCome(document, uid, step.by);
      if (has) rightful.add(`${id} ${kind} ${uid} ${step.by}`);
    }
  }

  async function send(step: Extract<Step, { do: 'create' | 'edit' }>, id: number) {
    const isRouted = step.do === 'create' && step.routed;
    const form = formWith(isRouted ? { ...step.fields, acceptor: [] } : step.fields);
    const path = step.do === 'create' ? '/' : `/${id}`;
    if (step.do === 'create') {
      form.append('directingId', String(directing));
      form.append('taskId', String(step.ordered && !isRouted ? ordered : task));
    }
    const answer = await docflow(step.do === 'create' ? 'POST' : 'PATCH', path, { as: step.by, form });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode >= 300) return;
    expect(may(step.by, step.do === 'create' ? ACTION.create : ACTION.edit)).toBe(true);
    if (step.do === 'edit') return;
    const document = answer.json<Document>();
    expect(document.author.uid).toBe(step.by);
    made.push(document.id);
    escalations.begin(document);
    const number = `${document.task.id} ${document.num}`;
    expect(numbers).not.toContain(number);
    numbers.add(number);
  }

  async function run(step: Step): Promise<void> {
    now += 1_000;
    setClock(now);
    // Whose account is disabled has no token.
    if (disabled.has(step.by)) return;
    const id = 'which' in step ? (made.at(-1 - (step.which % Math.max(1, made.length))) ?? 0) : 0;
    switch (step.do) {
      case 'create':
      case 'edit':
        return send(step, id);
      case 'sign':
      case 'acknowledge':
      case 'decline':
        return put(step, id);
      case 'stand in': {
        const absent = [...absences].map(([insteadOf, { uid }]) => ({ by: uid as Person, insteadOf }));
        const late = escalations.comeIn(id).map(([insteadOf, by]) => ({ by: by as Person, insteadOf }));
        const found = [...late, ...absent].filter(({ by }) => !disabled.has(by));
        const one = found[step.place % Math.max(1, found.length)];
        return one && put({ do: 'sign', which: step.which, ...one }, id);
      }
      case 'comment':
      case 'ask':
      case 'answer':
      case 'take back':
        return talks.say(step, id, {
          acts: [...(allowed.get(roles.get(step.by) ?? 0) ?? [])].length > 0,
          decidesFor: (document, uid, kind) =>
            (uid === step.by || substitutes(step.by, uid) || escalations.hasCome(document, uid, step.by)) &&
            may(step.by, kind === 'acceptor' ? ACTION.approve : ACTION.acknowledge),
        });
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
        now += step.days * DAY;
        setClock(now);
        return tellLate();
      case 'template':
        return saveTemplate(step.template);
      case 'disable':
        disabled.clear();
        if (step.of === null) return;
        disabled.add(step.of);
        escalations.disable(step.of);
        return tellLate();
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
    talks.checkHistory(id, changes);
    const stored = await selectDocument(database.read, id);
    const last = changes.at(-1);
    expect(last?.event === 'deleted').toBe(stored === null);
    const document = await documentOf(id);
    expect(document === undefined).toBe(stored === null);
    if (!stored || !document) return;
    expect(document.questions ?? 0).toBe(talks.openQuestions(id));
    const { title, description, version, hash } = document;
    expect(last?.after).toMatchObject({ title, description, version, hash: hashOf(stored) });
    checkRoute(document);
    escalations.check(document, changes);
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

/** On a route one step at most is asked, no person signs before his step, and any-of takes one signature. */
function checkRoute({ route, acceptor, recipient }: Document): void {
  if (!route) return;
  const asked = [...acceptor, ...recipient].filter((entry) => !isMarked(entry) && !entry.isWaiting);
  const steps = route.steps.map(({ mode, people }) => {
    const signed = people.filter((uid) => acceptor.some((entry) => entry.uid === uid && entry.accept));
    if (mode === 'any') expect(signed.length).toBeLessThan(2);
    return { isDone: signed.length >= (mode === 'any' ? 1 : people.length), isBegun: signed.length > 0 };
  });
  const open = steps.findIndex(({ isDone }) => !isDone);
  const present = route.steps[open]?.people ?? recipient.map(({ uid }) => uid);
  for (const { uid } of asked) expect(present).toContain(uid);
  if (open >= 0) {
    expect(steps.slice(open + 1).some(({ isBegun }) => isBegun)).toBe(false);
    expect(recipient.some(isMarked)).toBe(false);
  }
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
