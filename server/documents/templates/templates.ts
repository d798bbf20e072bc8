import type { Selectable } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type { NamedPeople, TEMPLATE_FORM } from '../../../contract/documents/template-forms.ts';
import { ACTION_OF, PLACEHOLDERS, type SignatoryKind, type StepMode } from '../../../contract/documents/words.ts';
import type { FormValues } from '../../../contract/fields/field.ts';
import { ROUTE_PEOPLE_MAX } from '../../../contract/limits.ts';
import { editorOfRow, savedNow } from '../../platform/database/types.ts';
import { badRequest, type SavedState } from '../../platform/http/request.ts';
import { dayOf } from '../../platform/text/day.ts';
import type { Pair } from '../../portal-database/schema.ts';
import * as portal from '../../portal-database/schema.ts';
import type { DocumentsContext } from '../document/document.ts';
import type { StoredRoute, StoredStep } from '../document/signatory-rules.ts';
// Templates of documents: their SQL, and how their steps become signatories.

/** A person whom a template names, or includes by a role. */
export interface TemplatePeople {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly role_id: number | null;
  readonly position: string | null;
}

/** Reads the people and roles of a template, whatever their permissions. */
export async function selectCast(read: portal.PortalSource, template: Parameters<typeof namedInTemplate>[0]) {
  const { users, roles } = namedInTemplate(template);
  const people = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.uid', 'users.name', 'users.email', 'users.role_id', 'roles.title as position'])
    .where(({ eb, or }) =>
      or([
        ...(users.length > 0 ? [eb('users.id', 'in', users)] : []),
        ...(roles.length > 0 ? [eb('users.role_id', 'in', roles)] : []),
      ]),
    )
    .orderBy('users.id')
    .limit(ROUTE_PEOPLE_MAX + 1)
    .execute();
  const titles =
    roles.length === 0 ? [] : await read.selectFrom('roles').select(['id', 'title']).where('id', 'in', roles).execute();
  return {
    people: people.map((person) => ({ ...person, name: person.name ?? '' })),
    roles: new Map(titles.map(({ id, title }) => [id, title])),
  };
}

/** A signatory of a resolved route; step null: a recipient. */
interface RouteListed {
  readonly kind: SignatoryKind;
  readonly uid: string;
  readonly step: number | null;
}

/** A resolved template: what a document keeps of it. */
interface ResolvedRoute {
  /** Everyone whom the template names or includes by a role. */
  readonly people: readonly TemplatePeople[];
  readonly route: StoredRoute;
  readonly acceptors: readonly RouteListed[];
  readonly recipients: readonly RouteListed[];
}

/** Resolves steps to enabled people who may decide in the pair. Throws 400 with step (from 1) and role or person, 503. */
export async function resolveTemplate(
  { database: { read }, people: accounts }: Pick<DocumentsContext, 'database' | 'people'>,
  { pair, version, savedBy, template }: Omit<TemplatePlace, 'savedAt'>,
): Promise<ResolvedRoute> {
  const cast = await selectCast(read, template);
  const disabled = await accounts.disabledAmong(cast.people.map(({ uid }) => uid));
  if (cast.people.length > ROUTE_PEOPLE_MAX) throw badRequest('too many people in the steps');
  const mayAs = { acceptor: await rolesWith('acceptor'), recipient: await rolesWith('recipient') };
  async function rolesWith(kind: SignatoryKind): Promise<ReadonlySet<number>> {
    const rows = await portal.rolesWithPermission(read, { pair, oneOf: [ACTION_OF[kind]] }).execute();
    return new Set(rows.map(({ role_id }) => role_id));
  }
  const isAble = ({ uid, role_id }: TemplatePeople, kind: SignatoryKind): boolean =>
    !disabled.has(uid) && role_id !== null && mayAs[kind].has(role_id);

  const peopleOf = (named: Named, kind: SignatoryKind, step: number): TemplatePeople[] => {
    const found = new Set<TemplatePeople>();
    for (const id of named.users) {
      const person = cast.people.find((each) => each.id === id);
      if (!person || !isAble(person, kind))
        throw badRequest('person may not decide', { step, name: person?.name || (person?.email ?? '') });
      found.add(person);
    }
    for (const role of named.roles) {
      const holders = cast.people.filter((person) => person.role_id === role && isAble(person, kind));
      if (holders.length === 0)
        throw badRequest('nobody may decide with the role', { step, role: cast.roles.get(role) ?? '' });
      for (const holder of holders) found.add(holder);
    }
    return [...found];
  };

  const resolved = template.steps.map((step, index) => {
    const people = peopleOf(step, 'acceptor', index + 1);
    const next = step.next && {
      days: step.next.days,
      users: peopleOf(step.next, 'acceptor', index + 1).map(({ id }) => id),
    };
    return { kept: { title: step.title, mode: step.mode, days: step.days, next }, people };
  });
  const settled = settleSteps(
    resolved.map(({ kept, people }): ResolvedStep => ({ mode: kept.mode, users: people.map(({ id }) => id) })),
  );
  if ('unsettled' in settled) throw badRequest('nobody in the step', { step: settled.unsettled + 1 });
  const byId = new Map(cast.people.map((person) => [person.id, person]));
  const steps: StoredStep[] = [];
  const acceptors: RouteListed[] = [];
  settled.forEach((users, index) => {
    const { kept } = resolved[index] ?? {};
    if (!users || !kept) return;
    steps.push(kept);
    for (const id of users) {
      const uid = byId.get(id)?.uid;
      if (uid !== undefined) acceptors.push({ kind: 'acceptor', uid, step: steps.length });
    }
  });
  const recipients = peopleOf(template.recipients, 'recipient', 0);
  const owner =
    savedBy && (await read.selectFrom('users').select('id').where('uid', '=', savedBy.uid).executeTakeFirst());
  return {
    people: cast.people,
    route: { version, owner: owner?.id ?? null, steps },
    acceptors,
    recipients: recipients.map(({ uid }) => ({ kind: 'recipient', uid, step: null })),
  };
}

/** A step with the people of its names and roles. */
export interface ResolvedStep {
  readonly mode: StepMode;
  readonly users: readonly number[];
}

/** The same steps, each person in one of them; null: a step dropped because others settle it. */
type SettledSteps = readonly (readonly number[] | null)[];

/**
 * Puts each person into one step, because a person decides about a version once. People who must sign stay in the last
 * step that needs all of its people, and leave steps that need any one: there others sign, and with none left the step is
 * dropped. Those steps take people beginning with the fewest, so that one left empty is settled by another within it.
 * Resolves to the index of a step that can be neither.
 */
export function settleSteps(steps: readonly ResolvedStep[]): SettledSteps | { readonly unsettled: number } {
  const needsAll = (step: ResolvedStep) => step.mode === 'all' || step.users.length === 1;
  const settled: (readonly number[] | null)[] = steps.map(() => null);
  const place = new Map<number, number>();
  steps.forEach((step, index) => {
    if (needsAll(step)) for (const user of step.users) place.set(user, index);
  });
  const mustSign = new Set(place.keys());
  steps.forEach((step, index) => {
    if (!needsAll(step)) return;
    const own = step.users.filter((user) => place.get(user) === index);
    settled[index] = own.length > 0 ? own : null;
  });
  const anyOf = steps
    .map((step, index) => ({ step, index }))
    .filter(({ step }) => !needsAll(step))
    .sort((one, other) => one.step.users.length - other.step.users.length);
  const taken = new Set(mustSign);
  for (const { step, index } of anyOf) {
    const own = step.users.filter((user) => !taken.has(user));
    if (own.length > 0) {
      settled[index] = own;
      for (const user of own) taken.add(user);
      continue;
    }
    const isSettled =
      step.users.some((user) => mustSign.has(user)) ||
      anyOf.some(({ index: other }) => settled[other]?.every((user) => step.users.includes(user)));
    if (!isSettled) return { unsettled: index };
  }
  return settled;
}

/** What is known of a document when it is made. */
interface Known {
  readonly num: number;
  /** Milliseconds since the epoch; the day is that of the time zone. */
  readonly at: number;
  readonly timeZone: string;
  readonly author: string;
  /** Empty: it stays to be filled in. */
  readonly counterparty: string;
}

/** A text with what is known in the place of `{{номер}}`, `{{дата}}`, `{{автор}}` and `{{контрагент}}`. */
export function fillPlaceholders(text: string, { num, at, timeZone, author, counterparty }: Known): string {
  const [year, month, day] = dayOf(at, timeZone).split('-');
  const values: Readonly<Record<string, string>> = {
    [PLACEHOLDERS.number]: String(num),
    [PLACEHOLDERS.day]: `${day}.${month}.${year}`,
    [PLACEHOLDERS.author]: author,
    ...(counterparty === '' ? {} : { [PLACEHOLDERS.counterparty]: counterparty }),
  };
  return text.replace(/\{\{[а-яё]+\}\}/gu, (name) => values[name] ?? name);
}

/** People by profile id, which stays when an account changes hands, or by role. */
export interface Named {
  readonly users: readonly number[];
  readonly roles: readonly number[];
}

interface KeptStep extends Named {
  readonly title: string;
  readonly mode: StepMode;
  readonly days: number | null;
  readonly next: (Named & { readonly days: number }) | null;
}

export interface TemplateContent {
  /** Title of documents; empty: the author sets it. */
  readonly title: string;
  /** Initial text of documents. */
  readonly text: string;
  /** The steps in their order; empty: the lists of the form. */
  readonly steps: readonly KeptStep[];
  /** Who acknowledges by default. */
  readonly recipients: Named;
  /** Whether an author may not name other acceptors. */
  readonly isFixed: boolean;
}

/** The people and roles of a template, each once. */
export function namedInTemplate({ steps, recipients }: TemplateContent): Named {
  const all = [...steps.flatMap((step) => [step, ...(step.next ? [step.next] : [])]), recipients];
  return {
    users: [...new Set(all.flatMap(({ users }) => users))],
    roles: [...new Set(all.flatMap(({ roles }) => roles))],
  };
}

/** A version of the template of a pair. */
export interface TemplatePlace extends Omit<SavedState, 'content'> {
  readonly pair: Pair;
  readonly template: TemplateContent;
}

const placeOf = (row: Selectable<portal.PortalSchema['document_templates']>): TemplatePlace => ({
  pair: { directing: row.directing_id, task: row.task_id },
  version: row.version,
  savedAt: row.saved_at,
  savedBy: editorOfRow(row),
  template: JSON.parse(row.content) as TemplateContent,
});

const ofPair = (read: portal.PortalSource, { directing, task }: Pair) =>
  read
    .selectFrom('document_templates')
    .selectAll()
    .where('directing_id', '=', directing)
    .where('task_id', '=', task)
    .orderBy('version', 'desc');

/** The template of a pair as it stands, or an earlier version of it; null: there is none. */
export async function findTemplate(read: portal.PortalSource, pair: Pair, version: number | null = null) {
  const row = await ofPair(read, pair)
    .$if(version !== null, (query) => query.where('version', '=', version ?? 0))
    .limit(1)
    .executeTakeFirst();
  return row ? placeOf(row) : null;
}

/** Every version of the template of a pair, the newest first. */
export const listVersions = async (read: portal.PortalSource, pair: Pair): Promise<TemplatePlace[]> =>
  (await ofPair(read, pair).execute()).map(placeOf);

/** The present templates of all pairs. */
export async function listTemplates(read: portal.PortalSource): Promise<TemplatePlace[]> {
  const rows = await read
    .selectFrom('document_templates as template')
    .selectAll()
    .where('version', '=', ({ selectFrom }) =>
      selectFrom('document_templates as other')
        .select(({ fn }) => fn.max('other.version').as('version'))
        .whereRef('other.directing_id', '=', 'template.directing_id')
        .whereRef('other.task_id', '=', 'template.task_id'),
    )
    .orderBy('directing_id')
    .orderBy('task_id')
    .execute();
  return rows.map(placeOf);
}

/** Adds the next version of a template; null: another call has added it meanwhile. */
export async function addVersion(
  transaction: portal.PortalChange,
  { pair, version, template }: Pick<TemplatePlace, 'pair' | 'version' | 'template'>,
  by: Editor,
  at: number,
): Promise<TemplatePlace | null> {
  const added = await transaction
    .insertInto('document_templates')
    .values({
      directing_id: pair.directing,
      task_id: pair.task,
      version,
      content: JSON.stringify(template),
      ...savedNow(by, at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return added ? placeOf(added) : null;
}

/** The template of a form as stored. Throws 400 for people without a profile and for unknown roles. */
export async function storedTemplate(
  read: portal.PortalSource,
  { title, text = '', steps, recipients, isFixed = true }: FormValues<typeof TEMPLATE_FORM>,
): Promise<TemplateContent> {
  const all = [...steps, ...steps.flatMap(({ next }) => next ?? []), recipients];
  const uids = [...new Set(all.flatMap(({ people }) => people))];
  const roles = [...new Set(all.flatMap((named) => named.roles))];
  const users =
    uids.length === 0 ? [] : await read.selectFrom('users').select(['id', 'uid']).where('uid', 'in', uids).execute();
  const known =
    roles.length === 0 ? [] : await read.selectFrom('roles').select('id').where('id', 'in', roles).execute();
  if (known.length !== roles.length) throw badRequest('invalid role id');
  const ids = new Map(users.map(({ uid, id }) => [uid, id]));
  const named = ({ people, roles: own }: NamedPeople): Named => ({
    users: people.map((uid) => {
      const id = ids.get(uid);
      if (id === undefined) throw badRequest('invalid acceptor uid');
      return id;
    }),
    roles: own,
  });
  return {
    title,
    text,
    steps: steps.map((step) => ({
      ...named(step),
      title: step.title,
      mode: step.mode,
      days: step.days,
      next: step.next && { ...named(step.next), days: step.next.days },
    })),
    recipients: named(recipients),
    isFixed,
  };
}
