import { type PortalRoute, portalRoutes } from '../../../rules/routes/routes.ts';
import { access, actions, binding, directings, processes, roles, settings } from '../access/access-texts.ts';
import { users } from '../accounts/accounts-texts.ts';
import { cabinet, changeEmail, changePassword } from '../accounts/cabinet-texts.ts';
import { secondFactor } from '../accounts/second-factor-texts.ts';
import { crossesHeading } from '../crosses/headings.ts';
import { documentForm } from '../docflow/form-texts.ts';
import { brands, providers } from '../editing/list-texts.ts';
import { runHeadings } from '../import-runs/headings.ts';
import { sourcesHeading } from '../import-sources/heading.ts';
import { journal } from '../journal/journal-texts.ts';
import { peopleHeading } from '../people/heading.ts';
import { positionsHeading } from '../positions/heading.ts';
import { upload } from '../price-lists/upload-texts.ts';
import { requestHeadings } from '../request-desk/headings.ts';
import { searchHeadings } from '../search-words/headings.ts';
import { slides } from '../slides/slide-texts.ts';
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
  ...ofAdmin(settings.heading),
  title,
  ...inMenu('settings', label, badge),
  under: 'setting' as const,
});

/** Every page of the signed-in shell; menus keep this order. */
export const PLACES: Places = {
  docflow: { ...ofDocuments(null), ...inMenu('staff', portal.documents, 'documents') },
  documents: ofDocuments(null),
  document: ofDocuments(null),
  documentCreate: ofDocuments(documentForm.createHeading),
  documentEdit: ofDocuments(documentForm.editHeading),
  brands: { ...ofAdmin(brands.heading), ...inMenu('prices', brands.heading) },
  providers: { ...ofAdmin(providers.heading), ...inMenu('prices', providers.heading) },
  upload: { ...ofAdmin(upload.heading), ...inMenu('prices', upload.heading) },
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
  slides: { ...ofSlides(slides.heading), ...inMenu('staff', slides.heading) },
  slideCreate: ofSlides(slides.createHeading),
  slideEdit: ofSlides(slides.editHeading),
  slide: ofSlides(slides.pageHeading),
  // The addresses of the settings themselves lead to the first screen.
  setting: { ...ofSettings(roles.heading, settings.roles), ...inMenu('own', settings.heading, 'mails') },
  settingEdit: { ...ofSettings(roles.heading, settings.roles), menu: null },
  roles: ofSettings(roles.heading, settings.roles),
  directings: ofSettings(directings.heading, settings.directings),
  processes: ofSettings(processes.heading, settings.processes),
  actions: ofSettings(actions.heading, settings.actions),
  access: ofSettings(access.heading, settings.access),
  templates: ofSettings(templatesHeading, templatesLabel),
  binding: ofSettings(binding.heading, settings.binding),
  people: ofSettings(peopleHeading, peopleHeading),
  users: ofSettings(users.heading, settings.users, 'mails'),
  journal: ofSettings(journal.heading, settings.journal),
  state: ofSettings(stateHeading, stateHeading),
  user: { ...ofUser(cabinet.heading), ...inMenu('own', portal.cabinet) },
  changePassword: ofUser(changePassword.heading),
  changeEmail: ofUser(changeEmail.heading),
  secondFactor: ofUser(secondFactor.heading),
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
