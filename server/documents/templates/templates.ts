// SQL of document templates and their versions: steps of people or roles, recipients and text. resolve.ts makes
// signatories of them.
import type { Selectable } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type { NamedPeople, TEMPLATE_FORM } from '../../../contract/documents/template-forms.ts';
import type { StepMode } from '../../../contract/documents/words.ts';
import type { FormValues } from '../../../contract/fields/field.ts';
import { ROUTE_PEOPLE_MAX } from '../../../contract/limits.ts';
import { editorOfRow, savedNow } from '../../platform/database/types.ts';
import { badRequest, type SavedState } from '../../platform/http/request.ts';
import type * as portal from '../../portal-database/schema.ts';
import type { Pair } from '../../portal-database/schema.ts';

/** A person whom a template names, or includes by a role. */
export interface TemplatePeople {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly role_id: number | null;
  readonly position: string | null;
}

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
  readonly text: string;
  /** The steps in their order; empty: the lists of the form. */
  readonly steps: readonly KeptStep[];
  readonly recipients: Named;
  /** Whether an author may not name other acceptors. */
  readonly isFixed: boolean;
}

export function namedInTemplate({ steps, recipients }: TemplateContent): Named {
  const all = [...steps.flatMap((step) => [step, ...(step.next ? [step.next] : [])]), recipients];
  return {
    users: [...new Set(all.flatMap(({ users }) => users))],
    roles: [...new Set(all.flatMap(({ roles }) => roles))],
  };
}

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
