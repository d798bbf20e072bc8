// Fills what is still empty in a new shop with demonstration data at a start, catalogue and slides by fill-child.ts.
// demonstrations.ts lists and removes it.
import { readEmail } from '../../../contract/fields/email.ts';
import { systemRandom } from '../../accounts/credentials/random.ts';
import type { AccountsService } from '../../accounts/index.ts';
import { isCatalogueEmpty } from '../../catalogue/demo/recognise.ts';
import { type DemoStaff, fillDemoDocuments } from '../../documents/demo-documents.ts';
import { fillDemoPages } from '../../pages/demo-pages.ts';
import { DEMO_ADMIN_EMAIL, DEMO_COMPANY } from '../../people/demo-company.ts';
import { demoProfile, fillDemoAccess } from '../../people/fill-demo.ts';
import { hasNoSlides } from '../../slides/demo-slides.ts';
import { type Config, databaseOf, filesLocationOf, filesOf, type ServiceName } from '../config/config.ts';
import type { Announce } from '../console/console.ts';
import type { Portal } from '../services/portal.ts';
import type { Services } from '../services/services.ts';
import { fillInProcess, type ServicePlace } from './fill-process.ts';

/** Fills whatever holds nothing yet with demonstration data, and says so. */
export async function fillDemonstration(
  config: Config,
  { mauth, bridge, informator, mnote }: Services,
  { say, clock }: { readonly say: Announce; readonly clock: () => number },
): Promise<void> {
  const filled = await fillInProcess({
    bridge: bridge && (await isCatalogueEmpty(bridge.database)) ? placeOf(config, 'bridge') : null,
    mnote: mnote && (await hasNoSlides(mnote.context.database)) ? placeOf(config, 'mnote') : null,
    timeZone: config.timeZone,
    moment: clock(),
  });
  if (filled.catalogue) say({ kind: 'filled', what: 'catalogue' });
  const company = {
    name: config.siteName,
    town: config.companyTown,
    phone: config.companyPhone,
    email: config.companyEmail,
    address: config.companyAddress,
    delivery: config.deliveryCompanies,
  };
  if (informator && (await fillDemoPages(informator.context, company))) say({ kind: 'filled', what: 'pages' });
  const administrator = config.adminEmail || DEMO_ADMIN_EMAIL;
  if (informator && (await fillDemoAccess(informator.context, administrator))) say({ kind: 'filled', what: 'roles' });
  if (mauth && informator) await demonstrateDocuments(mauth, informator, administrator, say);
  if (filled.slides) say({ kind: 'filled', what: 'slides' });
}

const placeOf = (config: Config, service: ServiceName): ServicePlace => ({
  location: databaseOf(config, service),
  filesFolder: filesOf(config, service),
  files: filesLocationOf(config, service),
});

/** Documents between the administrator and three colleagues, where there never was one; passwords are shown once. */
async function demonstrateDocuments(
  mauth: AccountsService,
  informator: Portal,
  administrator: string,
  say: Announce,
): Promise<void> {
  const { context } = informator;
  const any = await context.database.read.selectFrom('document_history').select('id').limit(1).execute();
  if (any.length > 0) return;
  const director = await profileOf(mauth, informator, administrator, null, DEMO_COMPANY.administratorRole);
  if (!director) return;
  const staff: Partial<Record<keyof DemoStaff, DemoStaff['director']>> = { director };
  for (const { key, email, name, role } of DEMO_COMPANY.people) {
    await openAccount(mauth, email, name, say);
    const person = await profileOf(mauth, informator, email, name, role);
    if (!person) return;
    staff[key] = person;
  }
  if (await fillDemoDocuments(context, staff as DemoStaff)) say({ kind: 'filled', what: 'documents' });
}

async function openAccount({ accounts }: AccountsService, address: string, name: string, say: Announce): Promise<void> {
  const email = readEmail(address);
  const password = systemRandom.password();
  if (email && (await accounts.create({ email, password, name, rank: 'user', isDemonstration: true })))
    say({ kind: 'demo-user', email: address, password });
}

async function profileOf(
  { accounts }: AccountsService,
  { context }: Portal,
  address: string,
  name: string | null,
  role: string,
) {
  const [account] = await accounts.page({ exactly: readEmail(address)?.key ?? '', limit: 1 });
  return account ? demoProfile(context, { ...account, name: name ?? account.name }, role) : null;
}
