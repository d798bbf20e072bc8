/** Why a visitor was sent to the sign-in page. */
export type Why = 'login' | 'forbidden' | 'failed';

/** The company pages, in the order of the footer. */
export const ABOUT_ALIASES = ['contact', 'company', 'credential', 'delivery', 'garanty'] as const;
export type AboutAlias = (typeof ABOUT_ALIASES)[number];
/** The page whose text stands on the front page. */
export const MAIN_PAGE = 'mainPage';

/** Every address of the site. */
export const paths = {
  home: '/',
  catalog: '/catalog',
  catalogList: '/catalog/list',
  priceDownload: '/catalog/download/price',
  brands: '/catalog/edit/brands',
  providers: '/catalog/edit/providers',
  upload: '/catalog/edit/upload',
  auth: '/auth',
  signout: '/auth/signout',
  user: '/user',
  changePassword: '/user/changePassword',
  changeEmail: '/user/changeEmail',
  secondFactor: '/user/secondFactor',
  setting: '/setting',
  settingEdit: '/setting/edit',
  roles: '/setting/edit/roles',
  directings: '/setting/edit/directings',
  processes: '/setting/edit/processes',
  actions: '/setting/edit/actions',
  access: '/setting/edit/access',
  binding: '/setting/edit/bundle/role',
  users: '/setting/edit/users',
  journal: '/setting/edit/journal',
  slideCreate: '/newsLine/createNews',
  /** The slides whose titles have these words; all of them for ''. */
  slides: (query: string) => (query ? `/newsLine?query=${encodeURIComponent(query)}` : '/newsLine'),
  slide: (id: number) => `/newsLine/${id}`,
  slideEdit: (id: number) => `/newsLine/editNews/${id}`,
  docflow: '/docflow',
  /** Documents that a query of the service finds, e.g. `?acceptor=0&limit=50`. */
  documents: (query: string) => `/docflow/list/${query}`,
  document: (id: number) => `/docflow/${id}`,
  documentCreate: '/docflow/create/doc',
  /** The form of a new document whose direction, or type too, is chosen. */
  documentOf: (directing: number, task?: number) =>
    `/docflow/create/doc?directing=${directing}${task === undefined ? '' : `&task=${task}`}`,
  documentEdit: (id: number) => `/docflow/edit/doc/${id}`,
  /** Results of a search; an empty query gives the empty form. */
  search: (query: string) => (query ? `/catalog?query=${encodeURIComponent(query)}` : '/catalog'),
  product: (alias: string) => `/catalog/product/${encodeURIComponent(alias)}`,
  card: (id: number) => `/catalog/${id}`,
  about: (alias: AboutAlias | typeof MAIN_PAGE) => `/about/${alias}`,
  /** The sign-in page that knows where the visitor came from and why. */
  signIn: (why: Why, from: string) => `/auth?${new URLSearchParams({ from, why })}`,
} as const;

/** The address to return to, if it is a path of this site (one leading slash, not the sign-in itself); else the front page. */
export function safeReturn(from: string | null): string {
  if (!from || !/^\/(?![/\\])/.test(from) || hasControls(from)) return paths.home;
  return /^\/auth(?:[/?#]|$)/.test(from) ? paths.home : from;
}

/** Browsers drop tabs and line ends from addresses, which could turn `/<tab>/host` into another site. */
const hasControls = (text: string) => [...text].some((letter) => letter < ' ' || letter === '\u007f');
