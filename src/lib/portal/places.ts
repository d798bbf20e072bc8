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
import { positionsHeading } from '../positions/heading.ts';
import { upload } from '../price-lists/upload-texts.ts';
import { requestHeadings } from '../request-desk/headings.ts';
import { searchHeadings } from '../search-words/headings.ts';
import { slides } from '../slides/slide-texts.ts';
import { portal } from './portal-texts.ts';

/** Parts of the header's menu, and the sections of the settings. */
type Bar = 'prices' | 'staff' | 'own' | 'settings';

/** The link to a page in a menu. */
interface MenuLink {
  readonly bar: Bar;
  readonly label: string;
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
  /** Has words that the switch of the frame changes. */
  readonly hasWords?: boolean;
}

type Places = { readonly [Route in PortalRoute]: Place<(typeof portalRoutes)[Route]> };

const inMenu = (bar: Bar, label: string) => ({ menu: { bar, label } });
const ofUser = (heading: string) => ({ heading, whose: 'user' as const, menu: null });
const ofAdmin = (heading: string) => ({ heading, whose: 'admin' as const, menu: null });
const ofRequests = (heading: string) => ({ heading, whose: 'requests' as const, menu: null });
const ofSlides = (heading: string) => ({ ...ofAdmin(heading), hasWords: true });
const ofDocuments = (heading: string | null) => ({
  heading,
  whose: 'documents' as const,
  menu: null,
  hasWords: true,
});
const ofSettings = (title: string, label: string) => ({
  ...ofAdmin(settings.heading),
  title,
  ...inMenu('settings', label),
});

/** Every page of the signed-in shell; menus keep this order. */
export const PLACES: Places = {
  brands: { ...ofAdmin(brands.heading), ...inMenu('prices', brands.heading) },
  providers: { ...ofAdmin(providers.heading), ...inMenu('prices', providers.heading) },
  upload: { ...ofAdmin(upload.heading), ...inMenu('prices', upload.heading) },
  imports: { ...ofAdmin(runHeadings.heading), ...inMenu('prices', runHeadings.heading) },
  importRun: ofAdmin(runHeadings.runHeading),
  sources: { ...ofAdmin(sourcesHeading), ...inMenu('prices', sourcesHeading) },
  positions: { ...ofAdmin(positionsHeading), ...inMenu('prices', positionsHeading) },
  crosses: { ...ofAdmin(crossesHeading), ...inMenu('prices', crossesHeading) },
  searchMisses: { ...ofAdmin(searchHeadings.misses), ...inMenu('prices', searchHeadings.misses) },
  searchWords: { ...ofAdmin(searchHeadings.words), ...inMenu('prices', searchHeadings.words) },
  requests: { ...ofRequests(requestHeadings.heading), ...inMenu('staff', requestHeadings.heading) },
  request: ofRequests(requestHeadings.requestHeading),
  slides: { ...ofSlides(slides.heading), ...inMenu('staff', slides.heading) },
  slideCreate: ofSlides(slides.createHeading),
  slideEdit: ofSlides(slides.editHeading),
  slide: ofSlides(slides.pageHeading),
  docflow: { ...ofDocuments(null), ...inMenu('staff', portal.documents) },
  documents: ofDocuments(null),
  document: ofDocuments(null),
  documentCreate: ofDocuments(documentForm.createHeading),
  documentEdit: ofDocuments(documentForm.editHeading),
  // The addresses of the settings themselves lead to the first screen.
  setting: { ...ofSettings(roles.heading, settings.roles), ...inMenu('own', settings.heading) },
  settingEdit: { ...ofSettings(roles.heading, settings.roles), menu: null },
  roles: ofSettings(roles.heading, settings.roles),
  directings: ofSettings(directings.heading, settings.directings),
  processes: ofSettings(processes.heading, settings.processes),
  actions: ofSettings(actions.heading, settings.actions),
  access: ofSettings(access.heading, settings.access),
  binding: ofSettings(binding.heading, settings.binding),
  users: ofSettings(users.heading, settings.users),
  journal: ofSettings(journal.heading, settings.journal),
  user: { ...ofUser(cabinet.heading), ...inMenu('own', portal.cabinet) },
  changePassword: ofUser(changePassword.heading),
  changeEmail: ofUser(changeEmail.heading),
  secondFactor: ofUser(secondFactor.heading),
};

/** The links of a menu, each with the name of its route, its path and whom it is offered to. */
export const menuOf = (bar: Bar) =>
  (Object.keys(PLACES) as PortalRoute[]).flatMap((route) => {
    const { menu, whose }: Place = PLACES[route];
    return menu?.bar === bar ? [{ route, path: portalRoutes[route], label: menu.label, whose }] : [];
  });
