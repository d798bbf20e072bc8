import type { SettingRow } from '../../../contract/access.ts';
import type {
  DocumentTemplate,
  DocumentTemplates,
  TemplatePerson,
} from '../../../contract/document-templates.ts';
import type { Profile } from '../../../contract/informator.ts';
import { SIGNATORY_SEARCH_SIZE } from '../../../contract/limits.ts';
import { ifMatch, type Stored, storedOf } from '../editing/etag.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import type { TemplateText } from './template-edit.ts';

const informator = guarded(openInformator, session.tokens);

const byTitle = (one: SettingRow, other: SettingRow) => one.title.localeCompare(other.title, 'ru');
const listOf = async (list: 'role' | 'directing' | 'task'): Promise<SettingRow[]> =>
  (await informator.get(`${list}/`).json<SettingRow[]>()).toSorted(byTitle);

/** What the screen of templates asks of the service. All throw what ky throws, or SessionEnded. */
export const templateCalls = {
  async places() {
    const [directings, tasks, roles, known] = await Promise.all([
      listOf('directing'),
      listOf('task'),
      listOf('role'),
      informator.get('docflow/templates').json<DocumentTemplates>(),
    ]);
    return { directings, tasks, roles, known };
  },
  /** The template of a pair as it stands, or an earlier version of it. */
  one: (directing: number, task: number, version?: number): Promise<Stored<DocumentTemplate>> =>
    storedOf(
      informator.get(`docflow/templates/${directing}/${task}`, {
        searchParams: version === undefined ? {} : { version },
        cache: 'no-store',
      }),
    ),
  save: (
    directing: number,
    task: number,
    template: TemplateText,
    etag: string | null,
  ): Promise<Stored<DocumentTemplate>> =>
    storedOf(
      informator.put(`docflow/templates/${directing}/${task}`, {
        json: template,
        headers: ifMatch(etag),
        retry: 0,
      }),
    ),
  /** Who may sign, or acknowledge, documents of the pair. */
  async people(
    { directing, task, kind }: { directing: number; task: number; kind: 'acceptor' | 'recipient' },
    search: string,
    signal: AbortSignal,
  ): Promise<TemplatePerson[]> {
    const searchParams = { search, directing, task, limit: SIGNATORY_SEARCH_SIZE, [kind]: 1 };
    const found = await informator.get('user/search/', { searchParams, signal }).json<Profile[]>();
    return found.map(({ uid, name, email, position }) => ({
      ...{ uid, email },
      name: name ?? '',
      position: position ?? '',
    }));
  },
};
