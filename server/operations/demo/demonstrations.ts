import { accountsDemonstration } from '../../accounts/demo-accounts.ts';
import type { AccountsSchema } from '../../accounts/store/schema.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { catalogueDemonstration } from '../../catalogue/demo/demonstration.ts';
import { DEMO_NAMES } from '../../people/demo-company.ts';
import {
  DEMO_KINDS,
  type DemoKind,
  type Demonstration,
  type Removal,
  type Survey,
  type Thing,
} from '../../platform/database/demonstration-records.ts';
import type { Database } from '../../platform/database/types.ts';
import type { PortalSchema } from '../../portal-database/schema.ts';
import type { SlidesSchema } from '../../slides/context.ts';
import { slidesDemonstration } from '../../slides/demo-slides.ts';
import type { Config, ServiceName } from '../config/config.ts';
import { storesOf } from '../config/places.ts';
import { DemonstrationDataFound } from '../console/problems.ts';
import type { Announce } from '../console/start-event.ts';
import type { Services } from '../services/services.ts';
import { portalDemonstration } from './portal-demonstration.ts';

/** The demonstration in each service that is at hand. */
export type Demonstrations = Readonly<Record<ServiceName, Demonstration | null>>;

/** Databases of services; null or missing: another process has it. */
interface Databases {
  readonly mauth?: Database<AccountsSchema> | null;
  readonly bridge?: Database<CatalogueSchema> | null;
  readonly informator?: Database<PortalSchema> | null;
  readonly mnote?: Database<SlidesSchema> | null;
}

/** The demonstration over these databases, its files where the configuration says. */
export const demonstrationsOver = (
  config: Config,
  { mauth, bridge, informator, mnote }: Databases,
  clock: () => number,
): Demonstrations => ({
  mauth: mauth ? accountsDemonstration(mauth, DEMO_NAMES, clock) : null,
  bridge: bridge ? catalogueDemonstration(bridge, storesOf(config, 'bridge', clock), clock) : null,
  informator: informator ? portalDemonstration(informator, clock) : null,
  mnote: mnote ? slidesDemonstration(mnote, storesOf(config, 'mnote', clock), clock) : null,
});

const presentDemonstrations = (demonstrations: Demonstrations): Demonstration[] =>
  Object.values(demonstrations).filter((one) => one !== null);

/** What of the demonstration stands in all of them. */
export async function surveyDemonstrations(demonstrations: Demonstrations): Promise<Survey> {
  const surveys = await Promise.all(presentDemonstrations(demonstrations).map((one) => one.survey()));
  return {
    made: surveys.flatMap(({ made }) => made),
    changed: surveys.flatMap(({ changed }) => changed),
  };
}

/**
 * Removes it from all of them. An account whose profile stays is needed by it: what people did with it names it.
 */
export async function removeDemonstrations({ mauth, bridge, informator, mnote }: Demonstrations): Promise<Removal> {
  const removals: Removal[] = [];
  for (const one of [bridge, mnote]) if (one) removals.push(await one.remove());
  const people = await informator?.remove();
  if (people) removals.push(people);
  const stay = [...(people?.changed ?? []), ...(people?.used ?? [])].filter(({ kind }) => kind === 'profile');
  const accounts = mauth && (await mauth.survey()).made;
  const needed = new Set(
    accounts?.filter(({ name }) => stay.some((profile) => profile.name === name)).map(({ id }) => id),
  );
  if (mauth) removals.push(await mauth.remove(needed));
  const all = (of: (removal: Removal) => readonly Thing[]) => removals.flatMap(of);
  return {
    removed: all((one) => one.removed),
    changed: all((one) => one.changed),
    used: all((one) => one.used),
  };
}

/** The same over the services that run here. */
export const demonstrationsOf = (
  config: Config,
  { mauth, bridge, informator, mnote }: Services,
  clock: () => number,
): Demonstrations =>
  demonstrationsOver(
    config,
    {
      mauth: mauth?.database ?? null,
      bridge: bridge?.database ?? null,
      informator: informator?.context.database ?? null,
      mnote: mnote?.context.database ?? null,
    },
    clock,
  );

const HOW = 'уберите их командой «npm run admin -- remove-demo» или оставьте настройкой DEMO=on';
const HOW_IN_ENGLISH = 'remove them by npm run admin -- remove-demo, or keep them by DEMO=on';

/**
 * Whether this start fills what is empty with demonstration data. A first start in production over such data throws
 * DemonstrationDataFound; a shop that is live already opens, and is told of them. A shop that is live, or that the demonstration was
 * removed from, gets none unless DEMO says so.
 */
export async function shouldDemonstrate(
  { demo, demoIsAsked, nodeEnv }: Config,
  demonstrations: Demonstrations,
  say: Announce,
): Promise<boolean> {
  const isProduction = nodeEnv === 'production';
  if (demo && (demoIsAsked || isProduction)) return true;
  const services = presentDemonstrations(demonstrations);
  const live = await isLive(services);
  if (isProduction && !demo) {
    const { made, changed } = await surveyDemonstrations(demonstrations);
    const counts = countThings([...made, ...changed]).join(', ');
    if (counts !== '' && !live)
      throw new DemonstrationDataFound(`Магазин не открыт: в данных есть демонстрационные (${counts}); ${HOW}.`);
    if (counts !== '')
      say({
        kind: 'note',
        text: {
          english: `The shop has demonstration data (${counts}): ${HOW_IN_ENGLISH}.`,
          russian: `Внимание: в магазине есть демонстрационные данные (${counts}); ${HOW}.`,
        },
      });
    for (const one of services) await one.reach('production');
  }
  if (!demo) return false;
  const removed = await some(services, (one) => one.hasReached('demonstration removed'));
  if (live || removed)
    say({
      kind: 'note',
      text: {
        english: `${live ? 'These are the data of a live shop' : 'The demonstration was removed from here'}: none is added; DEMO=on adds it where nothing is.`,
        russian: `${live ? 'Это данные работающего магазина' : 'Демонстрационные данные отсюда убраны'}: новые не добавлены; DEMO=on добавит их в пустые разделы.`,
      },
    });
  return !live && !removed;
}

/**
 * Whether the shop has been open: it says so, or, where no demonstration ever kept records here (an older version), people have
 * worked with it.
 */
async function isLive(services: readonly Demonstration[]): Promise<boolean> {
  if (await some(services, (one) => one.hasReached('production'))) return true;
  if (await some(services, (one) => one.hasRecords())) return false;
  return some(services, (one) => one.isUsed());
}

async function some(
  services: readonly Demonstration[],
  holds: (one: Demonstration) => Promise<boolean>,
): Promise<boolean> {
  for (const one of services) if (await holds(one)) return true;
  return false;
}

/** What people call the things of each kind. */
const WORDS: Readonly<Record<DemoKind, string>> = {
  position: 'товары',
  provider: 'поставщики',
  brand: 'бренды',
  slide: 'слайды',
  page: 'страницы о компании',
  document: 'документы',
  profile: 'профили сотрудников',
  role: 'роли',
  directing: 'направления',
  task: 'типы документов',
  account: 'учётные записи',
};

/** How many things there are of each kind, as `товары: 5000`. */
export const countThings = (things: readonly Thing[]): string[] =>
  DEMO_KINDS.flatMap((kind) => {
    const count = things.filter((thing) => thing.kind === kind).length;
    return count > 0 ? [`${WORDS[kind]}: ${count}`] : [];
  });

/** The names of things by kind, a line each. */
export const listThingNames = (things: readonly Thing[]): string[] =>
  DEMO_KINDS.flatMap((kind) => things.filter((thing) => thing.kind === kind)).map(
    ({ kind, name }) => `  ${WORDS[kind]}: ${name}`,
  );
