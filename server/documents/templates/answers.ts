import type { DocumentTemplate, TemplatePerson } from '../../../contract/documents/templates.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import type { PortalSource } from '../../portal-database/schema.ts';
import { selectCast, type TemplatePeople } from './resolve.ts';
import type { Named, TemplateContent, TemplatePlace } from './template-store.ts';

type Row = DocumentTemplate['task'];

/** What a pair is called. */
export interface PairTitles {
  readonly directing: Row;
  readonly task: Row;
}

/** The titles of a pair; null where a part of it is not there. */
export async function titlesOf(read: PortalSource, { directing, task }: Pair): Promise<PairTitles | null> {
  const rowOf = (list: 'directings' | 'tasks', id: number) =>
    read.selectFrom(list).select(['id', 'title']).where('id', '=', id).executeTakeFirst();
  const rows = [await rowOf('directings', directing), await rowOf('tasks', task)] as const;
  return rows[0] && rows[1] ? { directing: rows[0], task: rows[1] } : null;
}

/** The titles of all directions and tasks, by id. */
export async function titlesOfAll(read: PortalSource) {
  const rowsOf = async (list: 'directings' | 'tasks') => {
    const rows = await read.selectFrom(list).select(['id', 'title']).execute();
    return new Map(rows.map((row) => [row.id, row]));
  };
  return { directings: await rowsOf('directings'), tasks: await rowsOf('tasks') };
}

/** Somebody of a template as the API shows them. */
export const personAnswer = ({ uid, name, email, position }: TemplatePeople): TemplatePerson => ({
  ...{ uid, name, email },
  position: position ?? '',
});

const NOTHING: TemplateContent = {
  title: '',
  text: '',
  steps: [],
  recipients: { users: [], roles: [] },
  isFixed: true,
};

/** A template with the people it names; an empty one where the pair has none. */
export async function templateAnswer(
  read: PortalSource,
  titles: PairTitles,
  place: TemplatePlace | null,
  versions: readonly TemplatePlace[],
): Promise<DocumentTemplate> {
  const { title, text, steps, recipients, isFixed } = place?.template ?? NOTHING;
  const { people } = await selectCast(read, place?.template ?? NOTHING);
  const byId = new Map(people.map((person) => [person.id, person]));
  const named = ({ users, roles }: Named) => ({
    people: users.flatMap((id) => byId.get(id)?.uid ?? []),
    roles: [...roles],
  });
  const uids = new Set([
    ...steps.flatMap(({ users, next }) => [...users, ...(next?.users ?? [])]),
    ...recipients.users,
  ]);
  return {
    ...titles,
    version: place?.version ?? 0,
    ...{ title, text, isFixed },
    steps: steps.map((step) => ({
      ...named(step),
      ...{ title: step.title, mode: step.mode, days: step.days },
      next: step.next && { ...named(step.next), days: step.next.days },
    })),
    recipients: named(recipients),
    people: people.filter(({ id }) => uids.has(id)).map(personAnswer),
    versions: versions.map(({ version, savedAt, savedBy }) => ({
      version,
      savedAt: new Date(savedAt).toISOString(),
      savedBy,
    })),
  };
}
