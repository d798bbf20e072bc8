// The box of commands (Ctrl+K) of the signed-in pages: pages, actions, and what the services find.
import { atom } from 'nanostores';
import { stateLabel } from '../../../rules/documents/standing.ts';
import { foldTitle } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type PortalRoute, portalRoutes } from '../../../rules/routes.ts';
import { accountCalls } from '../accounts/account-calls.ts';
import type { RecentType } from '../documents/create-steps.ts';
import { numberOf } from '../documents/document-texts.ts';
import { queryText, TILE_NAMES, TILES } from '../documents/list-query.ts';
import { listCalls } from '../documents/list-store.ts';
import { aboutNames } from '../platform/frame-texts.ts';
import { createLatest } from '../platform/http-client.ts';
import { ABOUT_ALIASES, MAIN_PAGE, paths } from '../platform/paths.ts';
import type { PortalWords } from '../platform/portal-words.ts';
import { afterPause, type Schedule } from '../ui/suggest-store.ts';
import { type MenuItem, menuOf, menuPlaceOf, PLACES, type Place } from './places.ts';
import { isOffered, type PortalViewer } from './viewer.ts';

export interface Command {
  readonly id: string;
  readonly kind: keyof typeof commands.kinds;
  readonly label: string;
  readonly address: string;
  /** Language of the label, where it is not Russian. */
  readonly lang?: string;
}

const MENU: readonly MenuItem[] = (['staff', 'prices', 'own', 'settings'] as const).flatMap(menuOf);

/** Further pages, which no menu has. */
const UNLISTED = ['late', 'bin', 'changePassword', 'changeEmail', 'secondFactor'] as const;

/** Letters of a typed word that must stand in a label; longer words may end otherwise: «роль» finds «Роли». */
const SURE_LETTERS = 4;

/** Whether every word of the query begins a word of the label, its last letter apart. */
function fits(label: string, query: string): boolean {
  const words = foldTitle(label).split(' ');
  return foldTitle(query)
    .split(' ')
    .map((part) => (part.length < SURE_LETTERS ? part : part.slice(0, Math.max(SURE_LETTERS - 1, part.length - 1))))
    .every((part) => words.some((word) => word.startsWith(part)));
}

const PAGES = [...ABOUT_ALIASES, MAIN_PAGE] as const;

/** The pages that the viewer may open, and what they may create and edit. */
function knownCommands(viewer: PortalViewer, { lang, docflow, slides }: PortalWords, recent: readonly RecentType[]) {
  const places = MENU.filter(({ whose }) => isOffered(whose, viewer)).map(
    ({ route, path, label }): Command => ({ id: `place ${route}`, kind: 'place', label, address: path }),
  );
  const further = UNLISTED.filter((route) => isOffered(PLACES[route].whose, viewer)).map((route): Command => {
    const { heading }: Place = PLACES[route];
    return { id: `place ${route}`, kind: 'place', label: heading ?? '', address: portalRoutes[route] };
  });
  const lists = TILE_NAMES.map(
    (tile): Command => ({
      ...{ id: `list ${tile}`, kind: 'place', label: docflow[tile], lang },
      address: paths.documents(queryText(TILES[tile])),
    }),
  );
  const create = { kind: 'create', lang } as const;
  const known: readonly Command[] = [
    ...(viewer.mayCreate
      ? [
          { ...create, id: 'create document', label: docflow.create, address: paths.documentCreate },
          ...recent.map(({ directing, task, address }): Command => {
            const label = commands.createOf(task.title, directing.title);
            return { id: `create ${address}`, kind: 'create', label, address };
          }),
        ]
      : []),
    ...(viewer.isAdmin ? [{ ...create, id: 'create slide', label: slides.create, address: paths.slideCreate }] : []),
    ...places,
    ...(viewer.hasDocuments ? lists : []),
    ...further,
    ...(viewer.isAdmin
      ? PAGES.map((alias): Command => {
          const label = aboutNames[alias];
          return { id: `edit ${alias}`, kind: 'edit', label, address: paths.editPage(alias) };
        })
      : []),
  ];
  return known;
}

/** The searches that the viewer is offered, that of the page first. */
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
  readonly found: readonly Command[];
  readonly recent: readonly RecentType[];
}

/** The commands for a typed text; with `searchFirst` Enter alone searches, else pages and found entries come first. */
export function commandsFor(question: CommandQuestion, searchFirst: boolean): readonly Command[] {
  const { text, scope, viewer, words, found, recent } = question;
  const all = knownCommands(viewer, words, recent);
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

/** What the staff search looks through first. */
type Scope = 'documents' | 'people' | 'slides' | 'requests' | 'positions' | 'catalogue';

const OWN: Readonly<Partial<Record<PortalRoute, Scope>>> = {
  people: 'people',
  binding: 'people',
  slides: 'slides',
  requests: 'requests',
  positions: 'positions',
  docflow: 'documents',
};

/** The scope of the search on a page: that of the page, else the documents, else the catalogue. */
export function scopeOf(route: PortalRoute | undefined, { hasDocuments }: PortalViewer): Scope {
  const own = route && (OWN[route] ?? OWN[menuPlaceOf(route)]);
  return own ?? (hasDocuments ? 'documents' : 'catalogue');
}

const withSearch = (path: string, text: string) => `${path}?${new URLSearchParams({ search: text })}`;

const resultsOf: Readonly<Record<Scope, (text: string) => string>> = {
  documents: (text) => paths.documents(queryText({ ...TILES.mine, search: text })),
  people: (text) => withSearch(paths.people, text),
  slides: (text) => paths.slides(text),
  requests: (text) => withSearch(paths.requests, text),
  positions: (text) => withSearch(paths.positions, text),
  catalogue: (text) => paths.search(text),
};

export const commands = typographed({
  search: 'Поиск по рабочему месту',
  heading: 'Команды',
  field: 'Команда или поиск',
  placeholder: (findsPeople: boolean) => (findsPeople ? 'Раздел, документ или человек' : 'Раздел или документ'),
  list: 'Найденное',
  hint: 'Стрелки — выбрать, Enter — открыть, Esc — закрыть.',
  found: (count: number) => (count === 0 ? 'Ничего не найдено.' : `Найдено: ${count}.`),
  failed: 'Поиск не удался: проверьте связь.',
  open: 'Команды (Ctrl+K)',
  createOf: (type: string, direction: string) => `Создать: ${type}, ${direction}`,
  kinds: {
    place: 'раздел',
    create: 'создать',
    edit: 'править страницу',
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

/** Pause after the last keystroke before the services are asked, ms. */
const PAUSE = 200;

interface EntriesState {
  /** The text of `found`. */
  readonly text: string;
  readonly found: readonly Command[];
  readonly failed: boolean;
}

const NONE: EntriesState = { text: '', found: [], failed: false };

/** Entries that the services find for the typed text; the newest request wins. A single letter asks nothing. */
export function createEntries(
  ask: (text: string, signal: AbortSignal) => Promise<readonly Command[]>,
  schedule: Schedule = afterPause,
) {
  const $entries = atom<EntriesState>(NONE);
  const latest = createLatest();
  let callOff = () => {};

  async function answer(text: string): Promise<void> {
    try {
      const came = await latest.run((signal) => ask(text, signal));
      if (came) $entries.set({ text, found: came.value, failed: false });
    } catch {
      $entries.set({ text, found: [], failed: true });
    }
  }

  return {
    $entries,
    type(typed: string): void {
      callOff();
      latest.stop();
      const text = typed.trim();
      if (text.length < 2 && !/\d/.test(text)) $entries.set(NONE);
      else callOff = schedule(() => void answer(text), PAUSE);
    },
  };
}

const DOCUMENTS = '5';
const PEOPLE = 3;

/** «№ 7», «N7» and «7» name the same document. */
const withoutSign = (text: string): string => text.replace(/^\s*(?:№|#|N(?=\s*\d))\s*/i, '').trim();

async function documents(text: string, signal: AbortSignal): Promise<Command[]> {
  const query = queryText({ search: withoutSign(text), state: 'all', limit: DOCUMENTS });
  const { documents: rows } = await listCalls.page(query, null, signal);
  return rows.map((row) => ({
    id: `document ${row.id}`,
    kind: 'document',
    label: `${numberOf(row)}: ${row.title}${row.state === 'cancelled' ? ` · ${stateLabel(row)}` : ''}`,
    address: paths.document(row.id),
  }));
}

async function people(text: string, signal: AbortSignal): Promise<Command[]> {
  const rows = await accountCalls.list(text, null, PEOPLE, signal);
  return rows.map(({ email, name }) => ({
    id: `person ${email}`,
    kind: 'person',
    label: name ? `${name}, ${email}` : email,
    address: paths.person(email),
  }));
}

/** Documents and people, as far as the viewer sees them, for a text. Throws what ky throws, or SessionEnded. */
export async function findEntries(text: string, viewer: PortalViewer, signal: AbortSignal): Promise<Command[]> {
  const found = await Promise.all([
    viewer.hasDocuments ? documents(text, signal) : [],
    viewer.isAdmin ? people(text, signal) : [],
  ]);
  return found.flat();
}
