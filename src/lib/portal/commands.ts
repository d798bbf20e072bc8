import { foldTitle } from '../../../rules/format/fold-title.ts';
import { paths } from '../paths/paths.ts';
import { commands as texts } from './command-texts.ts';
import { type MenuItem, menuOf } from './places.ts';
import type { PortalWords } from './portal-words.ts';
import { resultsOf, type Scope } from './search-scope.ts';
import { isOffered, type Seer } from './seer.ts';

/** One line of the list of commands: where it leads and how it reads. */
export interface Command {
  readonly id: string;
  readonly kind: keyof typeof texts.kinds;
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
function known(seer: Seer, { lang, docflow, slides }: PortalWords): Command[] {
  const places = MENU.filter(({ whose }) => isOffered(whose, seer)).map(
    ({ route, path, label }): Command => ({ id: `place ${route}`, kind: 'place', label, address: path }),
  );
  const create = { kind: 'create', lang } as const;
  return [
    ...(seer.mayCreate
      ? [{ ...create, id: 'create document', label: docflow.create, address: paths.documentCreate }]
      : []),
    ...(seer.isAdmin
      ? [{ ...create, id: 'create slide', label: slides.create, address: paths.slideCreate }]
      : []),
    ...places,
  ];
}

/** Which searches are offered to the person, the one of the page first. */
function scopes(scope: Scope, { isAdmin, hasDocuments, mayRequests }: Seer): readonly Scope[] {
  const others: readonly (Scope | false)[] = [
    hasDocuments && 'documents',
    isAdmin && 'people',
    mayRequests && 'requests',
    isAdmin && 'positions',
    'catalogue',
  ];
  return [...new Set([scope, ...others.filter((other) => other !== false)])];
}

interface Asked {
  readonly text: string;
  readonly scope: Scope;
  readonly seer: Seer;
  readonly words: PortalWords;
  /** What the services found for the text. */
  readonly found: readonly Command[];
}

/**
 * The commands for what is typed. `searchFirst`: Enter alone searches, as in a field of search; else what is found or
 * gone to stands first.
 */
export function commandsFor({ text, scope, seer, words, found }: Asked, searchFirst: boolean): Command[] {
  const all = known(seer, words);
  const query = text.trim();
  if (query === '') return all;
  const searches = scopes(scope, seer).map(
    (each): Command => ({
      id: `search ${each}`,
      kind: 'search',
      label: texts.searchIn[each](query),
      address: resultsOf[each](query),
    }),
  );
  const rest = [...all.filter(({ label }) => fits(label, query)), ...found];
  const [first, ...others] = searches;
  return searchFirst && first ? [first, ...rest, ...others] : [...rest, ...searches];
}
