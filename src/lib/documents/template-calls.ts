// Calls and rules of the page where administrators set the route of a type of documents: who signs in which steps, and
// the text to begin with.
import type { SettingRow } from '../../../contract/access/access.ts';
import type { DocumentTemplate, DocumentTemplates, TemplatePerson } from '../../../contract/documents/documents.ts';
import type { WhyUnable } from '../../../contract/documents/words.ts';
import { ROUTE_DAYS_MAX, SIGNATORY_SEARCH_SIZE } from '../../../contract/limits.ts';
import type { FoundProfile } from '../../../contract/people/profiles.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { informator } from '../platform/session.ts';

const byTitle = (one: SettingRow, other: SettingRow) => one.title.localeCompare(other.title, 'ru');
const listOf = async (list: 'role' | 'directing' | 'task'): Promise<SettingRow[]> =>
  (await informator.get(`${list}/`).json<SettingRow[]>()).toSorted(byTitle);

/** The calls of the screen of templates. All throw what ky throws, or SessionEnded. */
export const templateCalls = {
  async places() {
    const [directings, tasks, roles, known] = await Promise.all([
      listOf('directing'),
      listOf('task'),
      listOf('role'),
      templateCalls.known(),
    ]);
    return { directings, tasks, roles, known };
  },
  known: (): Promise<DocumentTemplates> => informator.get('docflow/templates').json(),
  one(directing: number, task: number, version?: number): Promise<Stored<DocumentTemplate>> {
    const searchParams = version === undefined ? {} : { version };
    return storedOf(informator.get(`docflow/templates/${directing}/${task}`, { searchParams, cache: 'no-store' }));
  },
  save(directing: number, task: number, json: TemplateText, etag: string | null): Promise<Stored<DocumentTemplate>> {
    const path = `docflow/templates/${directing}/${task}`;
    return storedOf(informator.put(path, { json, headers: ifMatch(etag), retry: 0 }));
  },
  async people(
    { directing, task, kind }: { directing: number; task: number; kind: 'acceptor' | 'recipient' },
    search: string,
    signal: AbortSignal,
  ): Promise<FoundPerson[]> {
    const searchParams = { search, directing, task, limit: SIGNATORY_SEARCH_SIZE, [kind]: 1, unable: 1 };
    const found = await informator.get('user/search/', { searchParams, signal }).json<FoundProfile[]>();
    return found.map(({ uid, name, email, position, unable = null, isUnseen = false }) => ({
      ...{ uid, email, name, position, unable, isUnseen },
    }));
  },
};

/** A person to put into a step, or why that is impossible. */
export interface FoundPerson extends TemplatePerson {
  readonly unable: WhyUnable | null;
  readonly isUnseen: boolean;
}

export type TemplateText = Pick<DocumentTemplate, 'title' | 'text' | 'steps' | 'recipients' | 'isFixed'>;
export type EditedStep = TemplateText['steps'][number];
/** People by uid and roles by id. */
export type Named = TemplateText['recipients'];

export const textOfTemplate = ({ title, text, steps, recipients, isFixed }: DocumentTemplate): TemplateText => ({
  title,
  text,
  steps,
  recipients,
  isFixed,
});

export const newStep = (): EditedStep => ({ title: '', mode: 'all', days: null, people: [], roles: [], next: null });

/** Swaps a step with its neighbour; at either end the order stays. */
export function withMovedStep(steps: readonly EditedStep[], index: number, by: 1 | -1): EditedStep[] {
  const [step, other] = [steps[index], steps[index + by]];
  return step && other ? steps.with(index, other).with(index + by, step) : [...steps];
}

export const isEmptyNaming = ({ people, roles }: Named): boolean => people.length + roles.length === 0;

/** Index of the first step without people; -1: none. */
export const emptyStep = ({ steps }: TemplateText): number => steps.findIndex(isEmptyNaming);

/** A typed number of days as it is, to be refused in words where it is none; null for an empty text. */
export const daysOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

export const areDays = (days: number | null): boolean =>
  days === null || (Number.isInteger(days) && days >= 0 && days <= ROUTE_DAYS_MAX);

/** Index of the first step with a deadline that is none; -1: none. */
export const wrongDaysStep = ({ steps }: TemplateText): number =>
  steps.findIndex(({ days, next }) => !areDays(days) || !areDays(next?.days ?? null));
