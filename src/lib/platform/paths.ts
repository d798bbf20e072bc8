// Every address of the site that links use, and how filters of a list are written into an address.
import { OWN_REQUEST_PATH, routeLinks } from '../../../rules/routes.ts';

export type Why = 'login' | 'forbidden' | 'failed';

/** The company pages, in the order of the footer. */
export const ABOUT_ALIASES = ['contact', 'company', 'credential', 'delivery', 'garanty', 'privacy'] as const;
export type AboutAlias = (typeof ABOUT_ALIASES)[number];
export const MAIN_PAGE = 'mainPage';
/** The part of an address that opens the editor of a company page. */
export const EDIT_HASH = '#edit';
/** The part of an address that opens the mails of the site below the list of people. */
export const MAILS_HASH = '#mails';

/** Every address of the site: fixed pages here, dynamic ones from the table of routes. */
export const paths = {
  ...routeLinks,
  home: '/',
  catalog: '/catalog',
  catalogList: '/catalog/list',
  priceDownload: '/catalog/download/price',
  ownRequest: OWN_REQUEST_PATH,
  /** The buyer's request with offers put into it, `7-2,15-1`: ids and amounts. */
  requestOf: (items: string) => `${OWN_REQUEST_PATH}?items=${items}`,
  auth: '/auth',
  signout: '/auth/signout',
  /** Everything about a person. */
  person: (email: string) => `${routeLinks.people}?${new URLSearchParams({ person: email })}`,
  mails: `${routeLinks.people}${MAILS_HASH}`,
  /** The slides whose titles have these words; all of them for ''. */
  slides: (query: string) => withQuery(routeLinks.slides, query),
  /** Documents that a query of the service finds, e.g. `?acceptor=0&limit=50`. */
  documents: (query: string) => `${routeLinks.documents}/${query}`,
  /** The form of a new document whose direction, or type too, is chosen. */
  documentOf: (directing: number, task?: number) =>
    `${routeLinks.documentCreate}?directing=${directing}${task === undefined ? '' : `&task=${task}`}`,
  /** The template of a pair; 0 for what is still to be chosen. */
  templateOf: (directing: number, task: number) => `${routeLinks.templates}?directing=${directing}&task=${task}`,
  /** The same, which begins with the texts and people of a document. */
  documentAfter: (directing: number, task: number, sample: number) =>
    `${routeLinks.documentCreate}?directing=${directing}&task=${task}&from=${sample}`,
  /** Results of a search; an empty query gives the empty form. */
  search: (query: string) => withQuery('/catalog', query),
  searchAsTyped: (query: string) => `${withQuery('/catalog', query)}&strict=1`,
  about: (alias: AboutAlias | typeof MAIN_PAGE) => `/about/${alias}`,
  /** Opens the editor of the page, for administrators. */
  editPage: (alias: AboutAlias | typeof MAIN_PAGE) => `/about/${alias}${EDIT_HASH}`,
  /** The sign-in page that knows where the visitor came from and why. */
  signIn: (why: Why, from: string) => `/auth?${new URLSearchParams({ from, why })}`,
} as const;

const withQuery = (path: string, query: string): string =>
  query ? `${path}?query=${encodeURIComponent(query)}` : path;

/** The address to return to, if it is a path of this site (one leading slash, not the sign-in itself); else the front page. */
export function safeReturn(from: string | null): string {
  if (!from || !/^\/(?![/\\])/.test(from) || hasControls(from)) return paths.home;
  return /^\/auth(?:[/?#]|$)/.test(from) ? paths.home : from;
}

/** Browsers drop tabs and line ends from addresses, which could turn `/<tab>/host` into another site. */
const hasControls = (text: string) => [...text].some((letter) => letter < ' ' || letter === '\u007f');

type Filters<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** The filters of a list in an address: these names, in this order. */
export const addressFilters = <Name extends string>(names: readonly Name[]) => ({
  /** Other names are left out. */
  queryOf: (search: Readonly<Record<string, string>>): Filters<Name> =>
    Object.fromEntries(
      names.flatMap((name) => (search[name]?.trim() ? [[name, search[name].trim()]] : [])),
    ) as Filters<Name>,
  /** As in an address and in a call: `?shown=hidden`; '' without any. */
  queryText(query: Filters<Name>): string {
    const text = String(new URLSearchParams(names.flatMap((name) => (query[name] ? [[name, query[name]]] : []))));
    return text && `?${text}`;
  },
});
