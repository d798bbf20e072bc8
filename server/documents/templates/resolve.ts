// Turns the steps of a template into the signatories of a document, and fills its texts.
import type {
  DocumentTemplate,
  RouteAttention,
  RouteProblem,
  RouteRepeat,
} from '../../../contract/documents/documents.ts';
import { ACTION_OF, SIGNATORY_KINDS, type SignatoryKind, type WhyUnable } from '../../../contract/documents/words.ts';
import { ROUTE_PEOPLE_MAX } from '../../../contract/limits.ts';
import type { PlaceholderValues } from '../../../rules/documents/placeholders.ts';
import { dottedDay } from '../../../rules/format/texts.ts';
import { badRequest } from '../../platform/http/request.ts';
import { dayOf } from '../../platform/text/day.ts';
import * as portal from '../../portal-database/schema.ts';
import { calledName, type DocumentsContext } from '../document/document.ts';
import type { StoredRoute, StoredStep } from '../document/signatory-rules.ts';
import { type ResolvedStep, settleSteps } from './settle-steps.ts';
import { type Named, selectCast, type TemplatePeople, type TemplatePlace } from './templates.ts';

/** A signatory of a resolved route; step null: a recipient. */
interface RouteListed {
  readonly kind: SignatoryKind;
  readonly uid: string;
  readonly step: number | null;
}

interface ResolvedRoute {
  /** Everyone whom the template names or includes by a role. */
  readonly people: readonly TemplatePeople[];
  readonly route: StoredRoute;
  /** Of each step of the route its number in the template, from 1: the route has no step that others settle. */
  readonly numbers: readonly number[];
  readonly acceptors: readonly RouteListed[];
  readonly recipients: readonly RouteListed[];
  readonly repeats: readonly RouteRepeat[];
}

export interface Resolving {
  readonly database: { readonly read: portal.PortalSource };
  readonly people: Pick<DocumentsContext['people'], 'disabledAmong'>;
}

type Place = Omit<TemplatePlace, 'savedAt'>;

/** Resolves steps to enabled people who may decide in the pair. Throws 400 with step (from 1) and role or name, 503. */
export async function resolveTemplate(needs: Resolving, place: Place): Promise<ResolvedRoute> {
  const { problems, resolved } = await examineTemplate(needs, place);
  if (resolved) return resolved;
  const [{ error = 'nobody in the step', step = 0, role = '', name = '', why = null } = {}] = problems;
  throw badRequest(error, { step, ...(role && { role }), ...(name && { name }), ...(why && { why }) });
}

interface Examined {
  /** Why no document can be made, all of it; empty: it can. */
  readonly problems: readonly RouteProblem[];
  /** Null where there is a problem. */
  readonly resolved: ResolvedRoute | null;
}

/** As `resolveTemplate`, with every problem instead of an error for the first. Throws 503 without the auth service. */
export async function examineTemplate(
  { database: { read }, people: accounts }: Resolving,
  { pair, version, savedBy, template }: Place,
): Promise<Examined> {
  const cast = await selectCast(read, template);
  const disabled = await accounts.disabledAmong(cast.people.map(({ uid }) => uid));
  const problems: RouteProblem[] = [];
  if (cast.people.length > ROUTE_PEOPLE_MAX)
    problems.push({ ...NO_PROBLEM, error: 'too many people in the steps', why: null });
  const mayAs = await rolesThatMay(read, pair);

  const peopleOf = (named: Named, kind: SignatoryKind, step: number): TemplatePeople[] => {
    const able = { roles: mayAs[kind], disabled };
    const found = new Set<TemplatePeople>();
    for (const id of named.users) {
      const person = cast.people.find((each) => each.id === id);
      const why = person ? whyUnable(person, able) : 'no right';
      const name = person ? calledName(person) : '';
      if (why) problems.push({ ...NO_PROBLEM, error: 'person may not decide', step, name, why });
      if (person && !why) found.add(person);
    }
    for (const role of named.roles) {
      const holders = cast.people.filter((person) => person.role_id === role);
      for (const holder of holders) if (whyUnable(holder, able) === null) found.add(holder);
      const why = whyNoHolder(role, holders, able);
      const title = cast.roles.get(role) ?? '';
      if (why) problems.push({ ...NO_PROBLEM, error: 'nobody may decide with the role', step, role: title, why });
    }
    return [...found];
  };

  const given = template.steps.map((step, index) => {
    const people = peopleOf(step, 'acceptor', index + 1);
    const next = step.next && {
      days: step.next.days,
      users: peopleOf(step.next, 'acceptor', index + 1).map(({ id }) => id),
    };
    return { kept: { title: step.title, mode: step.mode, days: step.days, next }, people };
  });
  const recipients = peopleOf(template.recipients, 'recipient', 0);
  if (problems.length > 0) return { problems, resolved: null };
  const settled = settleSteps(
    given.map(({ kept, people }): ResolvedStep => ({ mode: kept.mode, users: people.map(({ id }) => id) })),
  );
  if ('unsettled' in settled) {
    problems.push({ ...NO_PROBLEM, error: 'nobody in the step', step: settled.unsettled + 1, why: null });
    return { problems, resolved: null };
  }
  const byId = new Map(cast.people.map((person) => [person.id, person]));
  const steps: StoredStep[] = [];
  const numbers: number[] = [];
  const acceptors: RouteListed[] = [];
  settled.steps.forEach((users, index) => {
    const { kept } = given[index] ?? {};
    if (!users || !kept) return;
    steps.push(kept);
    numbers.push(index + 1);
    for (const id of users) {
      const uid = byId.get(id)?.uid;
      if (uid !== undefined) acceptors.push({ kind: 'acceptor', uid, step: steps.length });
    }
  });
  const owner =
    savedBy && (await read.selectFrom('users').select('id').where('uid', '=', savedBy.uid).executeTakeFirst());
  const resolved: ResolvedRoute = {
    people: cast.people,
    route: {
      ...{ version, owner: owner?.id ?? null, steps },
      ...(template.isFixed && { recipients: recipients.map(({ id }) => id) }),
    },
    numbers,
    acceptors,
    recipients: recipients.map(({ uid }) => ({ kind: 'recipient', uid, step: null })),
    repeats: settled.repeats.map(({ step, keptIn, users }) => ({
      step: step + 1,
      title: template.steps[step]?.title ?? '',
      keptIn: keptIn + 1,
      keptTitle: template.steps[keptIn]?.title ?? '',
      names: users
        .slice(0, REPEATED_SHOWN)
        .flatMap((id) => byId.get(id) ?? [])
        .map(calledName),
      count: users.length,
      isDropped: settled.steps[step] === null,
    })),
  };
  return { problems: [], resolved };
}

const NO_PROBLEM = { step: 0, role: '', name: '' };

/** How many names of people a repeat lists. */
const REPEATED_SHOWN = 5;

/** The ids of the roles that may decide in a pair. */
async function rolesThatMay(read: portal.PortalSource, pair: portal.Pair) {
  const idsOf = async (kind: SignatoryKind): Promise<ReadonlySet<number>> => {
    const rows = await portal.rolesWithPermission(read, { pair, oneOf: [ACTION_OF[kind]] }).execute();
    return new Set(rows.map(({ role_id }) => role_id));
  };
  return { acceptor: await idsOf('acceptor'), recipient: await idsOf('recipient') };
}

/** Who may decide as signatories of a kind in a pair: people with one of the roles, but for disabled accounts. */
interface Able {
  readonly roles: ReadonlySet<number>;
  readonly disabled: ReadonlySet<string>;
}

/** Why a person cannot decide; null: they can. */
function whyUnable(person: Pick<TemplatePeople, 'uid' | 'role_id'>, { roles, disabled }: Able): WhyUnable | null {
  if (disabled.has(person.uid)) return 'disabled';
  return roles.has(person.role_id ?? 0) ? null : 'no right';
}

/** Why no one who has a role, who are `holders`, can decide; null: one of them can. */
function whyNoHolder(role: number, holders: readonly Pick<TemplatePeople, 'uid'>[], able: Able): WhyUnable | null {
  if (!able.roles.has(role)) return 'no right';
  if (holders.length === 0) return 'no holders';
  return holders.every(({ uid }) => able.disabled.has(uid)) ? 'disabled' : null;
}

/** The roles and, of these people, those that cannot decide in the pair, with the reason. Throws 503. */
export async function unableIn(
  { database: { read }, people: accounts }: Resolving,
  pair: portal.Pair,
  named: readonly TemplatePeople[],
): Promise<DocumentTemplate['unable']> {
  const mayAs = await rolesThatMay(read, pair);
  const roles = await read.selectFrom('roles').select('id').execute();
  const staff = await read.selectFrom('users').select(['uid', 'role_id']).where('role_id', 'is not', null).execute();
  const disabled = await accounts.disabledAmong([...new Set([...staff, ...named].map(({ uid }) => uid))]);
  const holders = Map.groupBy(staff, ({ role_id }) => role_id);
  return SIGNATORY_KINDS.flatMap((kind) => {
    const able = { roles: mayAs[kind], disabled };
    return [
      ...roles.flatMap(({ id }) => {
        const why = whyNoHolder(id, holders.get(id) ?? [], able);
        return why ? [{ kind, role: id, uid: null, why }] : [];
      }),
      ...named.flatMap((person) => {
        const why = whyUnable(person, able);
        return why ? [{ kind, role: null, uid: person.uid, why }] : [];
      }),
    ];
  });
}

/** Those of these people who have never signed in, invited or not. Throws 503 when the auth service cannot be asked. */
export async function unseenAmong(
  people: Pick<DocumentsContext['people'], 'idleAmong'>,
  uids: readonly string[],
): Promise<ReadonlySet<string>> {
  const idle = await people.idleAmong(uids);
  return new Set([...idle].filter(([, state]) => state !== 'disabled').map(([uid]) => uid));
}

interface Attending extends Resolving {
  readonly people: Resolving['people'] & Pick<DocumentsContext['people'], 'idleAmong'>;
}

/** What an administrator should look after in a template, as things stand now. Throws 503 without the auth service. */
export async function attentionTo(needs: Attending, place: Place): Promise<RouteAttention> {
  const { problems, resolved } = await examineTemplate(needs, place);
  if (!resolved) return { problems: [...problems], repeats: [], unseen: [] };
  const unseen = await unseenAmong(
    needs.people,
    resolved.acceptors.map(({ uid }) => uid),
  );
  const nameOf = new Map(resolved.people.map((person) => [person.uid, calledName(person)]));
  const waits = resolved.route.steps.flatMap(({ mode }, place) => {
    const own = resolved.acceptors.filter(({ step }) => step === place + 1);
    const missing = own.filter(({ uid }) => unseen.has(uid));
    if (mode === 'any' && missing.length < own.length) return [];
    return missing.map(({ uid }) => ({ step: resolved.numbers[place] ?? 0, name: nameOf.get(uid) ?? '' }));
  });
  return { problems: [], repeats: [...resolved.repeats], unseen: waits };
}

interface Known {
  readonly num: number;
  /** Milliseconds since the epoch; the day is that of the time zone. */
  readonly at: number;
  readonly timeZone: string;
  readonly author: string;
  /** Empty: it stays to be filled in. */
  readonly counterparty: string;
}

/** What stands in the places of placeholders of a new document. */
export function placeholderValues({ num, at, timeZone, author, counterparty }: Known): PlaceholderValues {
  return { number: String(num), day: dottedDay(dayOf(at, timeZone)), author, counterparty };
}
