// Turns the steps of a template into the signatories of a document, and fills its texts.
import { ACTION_OF, PLACEHOLDERS, type SignatoryKind } from '../../../contract/documents/words.ts';
import { ROUTE_PEOPLE_MAX } from '../../../contract/limits.ts';
import { badRequest } from '../../platform/http/request.ts';
import { dayOf } from '../../platform/text/day.ts';
import * as portal from '../../portal-database/schema.ts';
import type { DocumentsContext } from '../document/document.ts';
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
  readonly acceptors: readonly RouteListed[];
  readonly recipients: readonly RouteListed[];
}

/** Resolves steps to enabled people who may decide in the pair. Throws 400 with step (from 1) and role or name, 503. */
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
