/** Why a visitor was sent to the sign-in page. */
export type Why = 'login' | 'forbidden' | 'failed';

/** The company pages, in the order of the footer. */
export const ABOUT_ALIASES = ['contact', 'company', 'credential', 'delivery', 'garanty'] as const;
export type AboutAlias = (typeof ABOUT_ALIASES)[number];

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
  users: '/setting/edit/users',
  /** Results of a search; an empty query gives the empty form. */
  search: (query: string) => (query ? `/catalog?query=${encodeURIComponent(query)}` : '/catalog'),
  product: (alias: string) => `/catalog/product/${encodeURIComponent(alias)}`,
  card: (id: number) => `/catalog/${id}`,
  about: (alias: AboutAlias) => `/about/${alias}`,
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
