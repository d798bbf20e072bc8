import { foldTitle, typographed } from '../../../rules/format/texts.ts';
import type { PortalRoute } from '../../../rules/routes.ts';
import { queryText, TILES } from '../documents/list-query.ts';
import { paths } from '../platform/paths.ts';
import type { PortalWords } from '../platform/portal-words.ts';
import { type MenuItem, menuOf, menuPlaceOf } from './places.ts';
import { isOffered, type PortalViewer } from './viewer.ts';

/** One line of the list of commands: where it leads and how it reads. */
export interface Command {
  readonly id: string;
  readonly kind: keyof typeof commands.kinds;
  readonly label: string;
  readonly address: string;
  /** Language of the label, where it is not Russian. */
  readonly lang?: string;
}

const MENU: readonly MenuItem[] = (['staff', 'prices', 'own', 'settings'] as const).flatMap(menuOf);

/** Whether every word of the query begins a word of the label. */
function fits(label: string, query: string): boolean {
  const words = foldTitle(label).split(' ');
  return foldTitle(query)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** What may be created and gone to, by rights; all of it for ''. */
function knownCommands(viewer: PortalViewer, { lang, docflow, slides }: PortalWords): Command[] {
  const places = MENU.filter(({ whose }) => isOffered(whose, viewer)).map(
    ({ route, path, label }): Command => ({ id: `place ${route}`, kind: 'place', label, address: path }),
  );
  const create = { kind: 'create', lang } as const;
  return [
    ...(viewer.mayCreate
      ? [{ ...create, id: 'create document', label: docflow.create, address: paths.documentCreate }]
      : []),
    ...(viewer.isAdmin ? [{ ...create, id: 'create slide', label: slides.create, address: paths.slideCreate }] : []),
    ...places,
  ];
}

/** Which searches are offered to the person, the one of the page first. */
function scopes(scope: Scope, { isAdmin, hasDocuments, mayRequests }: PortalViewer): readonly Scope[] {
  const others: readonly (Scope | false)[] = [
    hasDocuments && 'documents',
    isAdmin && 'people',
    mayRequests && 'requests',
    isAdmin && 'positions',
    'catalogue',
  ];
  return [...new Set([scope, ...others.filter((other) => other !== false)])];
}

interface CommandQuestion {
  readonly text: string;
  readonly scope: Scope;
  readonly viewer: PortalViewer;
  readonly words: PortalWords;
  /** What the services found for the text. */
  readonly found: readonly Command[];
}

/**
 * The commands for what is typed. `searchFirst`: Enter alone searches, as in a field of search; else what is found or
 * gone to stands first.
 */
export function commandsFor({ text, scope, viewer, words, found }: CommandQuestion, searchFirst: boolean): Command[] {
  const all = knownCommands(viewer, words);
  const query = text.trim();
  if (query === '') return all;
  const searches = scopes(scope, viewer).map(
    (each): Command => ({
      id: `search ${each}`,
      kind: 'search',
      label: commands.searchIn[each](query),
      address: resultsOf[each](query),
    }),
  );
  const rest = [...all.filter(({ label }) => fits(label, query)), ...found];
  const [first, ...others] = searches;
  return searchFirst && first ? [first, ...rest, ...others] : [...rest, ...searches];
}

/** What the search of the staff looks through first. */
type Scope = 'documents' | 'people' | 'slides' | 'requests' | 'positions' | 'catalogue';

const OWN: Readonly<Partial<Record<PortalRoute, Scope>>> = {
  users: 'people',
  binding: 'people',
  slides: 'slides',
  requests: 'requests',
  positions: 'positions',
  docflow: 'documents',
};

/** What is searched on a page: what the page is about, else the documents, for whoever sees none the catalogue. */
export function scopeOf(route: PortalRoute | undefined, { hasDocuments }: PortalViewer): Scope {
  const own = route && (OWN[route] ?? OWN[menuPlaceOf(route)]);
  return own ?? (hasDocuments ? 'documents' : 'catalogue');
}

const withSearch = (path: string, text: string) => `${path}?${new URLSearchParams({ search: text })}`;

/** Where the results of a search stand. */
export const resultsOf: Readonly<Record<Scope, (text: string) => string>> = {
  documents: (text) => paths.documents(queryText({ ...TILES.mine, search: text })),
  people: (text) => withSearch(paths.users, text),
  slides: (text) => paths.slides(text),
  requests: (text) => withSearch(paths.requests, text),
  positions: (text) => withSearch(paths.positions, text),
  catalogue: (text) => paths.search(text),
};

/** Texts of the search of the staff and of the list of commands. */
export const commands = typographed({
  search: 'Поиск по рабочему месту',
  heading: 'Команды',
  field: 'Команда или поиск',
  placeholder: 'Раздел, документ или человек',
  list: 'Найденное',
  hint: 'Стрелки — выбрать, Enter — открыть, Esc — закрыть.',
  found: (count: number) => (count === 0 ? 'Ничего не найдено.' : `Найдено: ${count}.`),
  failed: 'Поиск не удался: проверьте связь.',
  kinds: {
    place: 'раздел',
    create: 'создать',
    search: 'поиск',
    document: 'документ',
    person: 'человек',
  },
  /** The field of the header, by what it looks through. */
  placeholders: {
    documents: 'Поиск документов',
    people: 'Поиск людей',
    slides: 'Поиск слайдов',
    requests: 'Поиск заявок',
    positions: 'Поиск позиций',
    catalogue: 'Поиск в каталоге',
  } satisfies Record<Scope, string>,
  searchIn: {
    documents: (text: string) => `Искать в документах: «${text}»`,
    people: (text: string) => `Искать людей: «${text}»`,
    slides: (text: string) => `Искать в слайдах: «${text}»`,
    requests: (text: string) => `Искать в заявках: «${text}»`,
    positions: (text: string) => `Искать в позициях: «${text}»`,
    catalogue: (text: string) => `Искать в каталоге запчастей: «${text}»`,
  } satisfies Record<Scope, (text: string) => string>,
} as const);
