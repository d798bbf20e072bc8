/**
 * Every dynamic address of the site: a name, its pattern, and the built file that answers it. The server, the dev
 * server, the router of the signed-in shell and all links read this table. `:id` stands for a number, any other
 * parameter for one part of a path; of two patterns of a shell that fit an address, the upper one is meant.
 */
const productRoutes = { product: '/catalog/product/:alias', card: '/catalog/:id' } as const;

/** Parts of one name of a list below, page by page; the word for it is what `slugOf` makes of its title. */
const browseRoutes = {
  maker: '/catalog/makers/:maker',
  brand: '/catalog/brands/:brand',
  machine: '/catalog/machine/:machine',
  kind: '/catalog/kind/:kind',
} as const;

/** The lists of names by which buyers browse: who makes parts, what they are made for, what they are. */
/** The page of a buyer's own request. */
export const OWN_REQUEST_PATH = '/catalog/request';

export const NAME_LISTS = {
  maker: '/catalog/makers',
  brand: '/catalog/brands',
  machine: '/catalog/machines',
  kind: '/catalog/kinds',
} as const satisfies Record<keyof typeof browseRoutes, string>;
export type NameKind = keyof typeof NAME_LISTS;

const confirmRoutes = { confirm: '/auth/confirm/:token' } as const;
const invitationRoutes = { invitation: '/auth/invitation/:token' } as const;
const setupRoutes = { setup: '/auth/setup/:token' } as const;
const forgotRoutes = { forgot: '/auth/forgot/:token' } as const;

export const portalRoutes = {
  brands: '/catalog/edit/brands',
  providers: '/catalog/edit/providers',
  upload: '/catalog/edit/upload',
  imports: '/catalog/edit/imports',
  importRun: '/catalog/edit/imports/:id',
  sources: '/catalog/edit/sources',
  positions: '/catalog/edit/positions',
  photos: '/catalog/edit/photos',
  crosses: '/catalog/edit/crosses',
  searchMisses: '/catalog/edit/misses',
  searchWords: '/catalog/edit/words',
  requests: '/catalog/edit/requests',
  request: '/catalog/edit/requests/:id',
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
  templates: '/setting/edit/routes',
  binding: '/setting/edit/bundle/role',
  people: '/setting/edit/people',
  users: '/setting/edit/users',
  journal: '/setting/edit/journal',
  documentsJournal: '/setting/edit/documents-journal',
  state: '/setting/edit/state',
  slides: '/newsLine',
  slideCreate: '/newsLine/createNews',
  slideEdit: '/newsLine/editNews/:id',
  slide: '/newsLine/:id',
  docflow: '/docflow',
  documents: '/docflow/list',
  late: '/docflow/late',
  bin: '/docflow/bin',
  document: '/docflow/:id',
  documentCreate: '/docflow/create/doc',
  documentEdit: '/docflow/edit/doc/:id',
} as const;

type PortalShells = {
  readonly [Route in keyof typeof portalRoutes as `portal/${Route}.html`]: Readonly<Record<string, string>>;
};

/** Each page of the signed-in shell comes with a title and a description of its own. */
const portalShells = () =>
  Object.fromEntries(
    Object.entries(portalRoutes).map(([route, pattern]) => [`portal/${route}.html`, { [route]: pattern }]),
  ) as PortalShells;

/** The pages that stand for many addresses, as files of the built site; made when asked for: browsers never do. */
export const shellRoutes = () => ({
  'catalog/product.html': productRoutes,
  'catalog/browse.html': browseRoutes,
  'auth/confirm.html': confirmRoutes,
  'auth/forgot.html': forgotRoutes,
  'auth/invitation.html': invitationRoutes,
  'auth/setup.html': setupRoutes,
  ...portalShells(),
});

export const ROUTES = {
  ...productRoutes,
  ...browseRoutes,
  ...confirmRoutes,
  ...forgotRoutes,
  ...invitationRoutes,
  ...setupRoutes,
  ...portalRoutes,
} as const;

export type Shell = keyof ReturnType<typeof shellRoutes>;
export type PortalRoute = keyof typeof portalRoutes;
type RouteName = keyof typeof ROUTES;

type Link<Pattern> = Pattern extends `${string}:${infer Parameter}`
  ? (value: Parameter extends 'id' ? number : string) => string
  : Pattern;

type Links = { readonly [Name in RouteName]: Link<(typeof ROUTES)[Name]> };

const linkOf = (pattern: string) =>
  pattern.includes(':') ? (value: string | number) => pattern.replace(/:\w+/, encodeURIComponent(value)) : pattern;

/** Paths of the routes: a text, or what makes it of the parameter. */
export const routeLinks = Object.fromEntries(
  Object.entries(ROUTES).map(([name, pattern]) => [name, linkOf(pattern)]),
) as Links;

/** Whether a path (no query; a trailing slash is ignored) fits a pattern: the parameter, encoded, is at place 1. */
export function matcherOf(pattern: string): (path: string) => RegExpExecArray | null {
  const expression = pattern.replace(/:(\w+)/, (_, name) => (name === 'id' ? '(\\d+)' : '([^/]+)'));
  const whole = new RegExp(`^${expression}/?$`);
  return (path) => whole.exec(path);
}

const makeMatchers = () =>
  Object.entries(shellRoutes()).flatMap(([file, routes]) =>
    Object.values(routes).map((pattern) => ({ file, match: matcherOf(pattern) })),
  );
let matchers: ReturnType<typeof makeMatchers> | undefined;

/**
 * File of the built site that answers a dynamic address (no query; a trailing slash is ignored), or null. Exact on
 * purpose: an address that no route names is a real 404.
 */
export function shellFor(path: string): string | null {
  matchers ??= makeMatchers();
  return matchers.find(({ match }) => match(path))?.file ?? null;
}

/** Files that answer only through the table: their own addresses are not pages of the site. */
export const shellFiles = (): readonly string[] => Object.keys(shellRoutes());

/** A title as part of an address: small letters and digits, anything between them as a hyphen. */
export const slugOf = (title: string): string =>
  title
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** Where the list of kinds of parts names those of a unit of a vehicle; a slug stands in an address as it is. */
export const systemLink = (system: string): string => `${NAME_LISTS.kind}#${slugOf(system)}`;
