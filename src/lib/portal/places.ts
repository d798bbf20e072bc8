import { type PortalRoute, portalRoutes } from '../../../rules/routes/routes.ts';
import { accessHeadings, settingLabels } from '../access/headings.ts';
import { accountHeadings } from '../accounts/headings.ts';
import { crossesHeading } from '../crosses/headings.ts';
import { documentHeadings } from '../docflow/headings.ts';
import { listHeadings } from '../editing/headings.ts';
import { runHeadings } from '../import-runs/headings.ts';
import { sourcesHeading } from '../import-sources/heading.ts';
import { journalHeading } from '../journal/heading.ts';
import { peopleHeading } from '../people/heading.ts';
import { positionsHeading } from '../positions/heading.ts';
import { uploadHeading } from '../price-lists/heading.ts';
import { requestHeadings } from '../request-desk/headings.ts';
import { searchHeadings } from '../search-words/headings.ts';
import { slideHeadings } from '../slides/headings.ts';
import { stateHeading } from '../state/heading.ts';
import { templatesHeading, templatesLabel } from '../templates/heading.ts';
import { portal } from './portal-texts.ts';

/** Parts of the header's menu, and the sections of the settings. */
type Bar = 'prices' | 'staff' | 'own' | 'settings';

/** What may wait for somebody behind a link of a menu. */
export type Badge = 'documents' | 'requests' | 'imports' | 'sources' | 'mails';

/** The link to a page in a menu. */
interface MenuLink {
  readonly bar: Bar;
  readonly label: string;
  /** A number stands beside it while there is something. */
  readonly badge?: Badge;
}

/** What the portal says of a page, and where the way to it stands. */
export interface Place<Path extends string = string> {
  /** null: the page has a heading of its own making. */
  readonly heading: string | null;
  /** The heading of a screen of the settings, whose sections stand beside it; the tab says it too. */
  readonly title?: string;
  /** Whom menus offer the page to. The services refuse what is not the caller's: there is no use in showing it. */
  readonly whose: 'user' | 'documents' | 'requests' | 'admin';
  /** null: only other pages lead here, as they must where the address has a parameter. */
  readonly menu: (Path extends `${string}:${string}` ? never : MenuLink) | null;
  /** The page of the menu that this one belongs to; without it the page stands for itself. */
  readonly under?: PortalRoute;
}

type Places = { readonly [Route in PortalRoute]: Place<(typeof portalRoutes)[Route]> };

const inMenu = (bar: Bar, label: string, badge?: Badge) => ({
  menu: { bar, label, ...(badge && { badge }) },
});
const ofUser = (heading: string) => ({ heading, whose: 'user' as const, menu: null, under: 'user' as const });
const ofAdmin = (heading: string) => ({ heading, whose: 'admin' as const, menu: null });
const ofRequests = (heading: string) => ({
  heading,
  whose: 'requests' as const,
  menu: null,
  under: 'requests' as const,
});
const ofSlides = (heading: string) => ({ ...ofAdmin(heading), under: 'slides' as const });
const ofDocuments = (heading: string | null) => ({
  heading,
  whose: 'documents' as const,
  menu: null,
  under: 'docflow' as const,
});
const ofSettings = (title: string, label: string, badge?: Badge) => ({
  ...ofAdmin(accessHeadings.settings),
  title,
  ...inMenu('settings', label, badge),
  under: 'setting' as const,
});

/** Every page of the signed-in shell; menus keep this order. */
export const PLACES: Places = {
  docflow: { ...ofDocuments(null), ...inMenu('staff', portal.documents, 'documents') },
  documents: ofDocuments(null),
  document: ofDocuments(null),
  documentCreate: ofDocuments(documentHeadings.createHeading),
  documentEdit: ofDocuments(documentHeadings.editHeading),
  brands: { ...ofAdmin(listHeadings.brands), ...inMenu('prices', listHeadings.brands) },
  providers: { ...ofAdmin(listHeadings.providers), ...inMenu('prices', listHeadings.providers) },
  upload: { ...ofAdmin(uploadHeading), ...inMenu('prices', uploadHeading) },
  imports: { ...ofAdmin(runHeadings.heading), ...inMenu('prices', runHeadings.heading, 'imports') },
  importRun: { ...ofAdmin(runHeadings.runHeading), under: 'imports' },
  sources: { ...ofAdmin(sourcesHeading), ...inMenu('prices', sourcesHeading, 'sources') },
  positions: { ...ofAdmin(positionsHeading), ...inMenu('prices', positionsHeading) },
  crosses: { ...ofAdmin(crossesHeading), ...inMenu('prices', crossesHeading) },
  searchMisses: { ...ofAdmin(searchHeadings.misses), ...inMenu('prices', searchHeadings.misses) },
  searchWords: { ...ofAdmin(searchHeadings.words), ...inMenu('prices', searchHeadings.words) },
  requests: {
    ...ofRequests(requestHeadings.heading),
    ...inMenu('staff', requestHeadings.heading, 'requests'),
  },
  request: ofRequests(requestHeadings.requestHeading),
  slides: { ...ofSlides(slideHeadings.heading), ...inMenu('staff', slideHeadings.heading) },
  slideCreate: ofSlides(slideHeadings.createHeading),
  slideEdit: ofSlides(slideHeadings.editHeading),
  slide: ofSlides(slideHeadings.pageHeading),
  // The addresses of the settings themselves lead to the first screen.
  setting: {
    ...ofSettings(accessHeadings.roles, settingLabels.roles),
    ...inMenu('own', accessHeadings.settings, 'mails'),
  },
  settingEdit: { ...ofSettings(accessHeadings.roles, settingLabels.roles), menu: null },
  roles: ofSettings(accessHeadings.roles, settingLabels.roles),
  directings: ofSettings(accessHeadings.directings, settingLabels.directings),
  processes: ofSettings(accessHeadings.processes, settingLabels.processes),
  actions: ofSettings(accessHeadings.actions, settingLabels.actions),
  access: ofSettings(accessHeadings.access, settingLabels.access),
  templates: ofSettings(templatesHeading, templatesLabel),
  binding: ofSettings(accessHeadings.binding, settingLabels.binding),
  people: ofSettings(peopleHeading, peopleHeading),
  users: ofSettings(accountHeadings.users, settingLabels.users, 'mails'),
  journal: ofSettings(journalHeading, settingLabels.journal),
  state: ofSettings(stateHeading, stateHeading),
  user: { ...ofUser(accountHeadings.cabinet), ...inMenu('own', portal.cabinet) },
  changePassword: ofUser(accountHeadings.changePassword),
  changeEmail: ofUser(accountHeadings.changeEmail),
  secondFactor: ofUser(accountHeadings.secondFactor),
};

/** A link of a menu: its page, what it says, and whom it is offered to. */
export interface MenuItem {
  readonly route: PortalRoute;
  readonly path: string;
  readonly label: string;
  readonly whose: Place['whose'];
  readonly badge: Badge | null;
}

/** The links of a menu, in their order. */
export const menuOf = (bar: Bar): readonly MenuItem[] =>
  (Object.keys(PLACES) as PortalRoute[]).flatMap((route) => {
    const { menu, whose }: Place = PLACES[route];
    if (menu?.bar !== bar) return [];
    return [{ route, path: portalRoutes[route], label: menu.label, whose, badge: menu.badge ?? null }];
  });

/** The page of the menu that stands for a page. */
export function menuPlaceOf(route: PortalRoute): PortalRoute {
  const { under }: Place = PLACES[route];
  return under ?? route;
}
