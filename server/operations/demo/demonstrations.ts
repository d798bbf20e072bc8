// Demonstration data of all services together: whether a start makes them, what they are, and their removal by a
// command.
import { createInterface } from 'node:readline/promises';
import { accountsDemonstration } from '../../accounts/demo-accounts.ts';
import type { AccountsSchema } from '../../accounts/store/schema.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { catalogueDemonstration } from '../../catalogue/demo/demonstration.ts';
import { DEMO_NAMES } from '../../people/demo-company.ts';
import * as records from '../../platform/database/demonstration-records.ts';
import { openDatabase } from '../../platform/database/open.ts';
import type { Database } from '../../platform/database/types.ts';
import type { PortalSchema } from '../../portal-database/schema.ts';
import { slidesDemonstration } from '../../slides/demo-slides.ts';
import type { SlidesSchema } from '../../slides/store.ts';
import { type Config, databaseOf, type ServiceName, storesOf } from '../config/config.ts';
import type { Announce } from '../console/console.ts';
import { DemonstrationDataFound } from '../console/problems.ts';
import { MIGRATIONS } from '../services/migrations.ts';
import type { Services } from '../services/services.ts';
import { portalDemonstration } from './portal-demonstration.ts';

export type Demonstrations = Readonly<Record<ServiceName, records.Demonstration | null>>;

/** Databases of services; null or missing: another process has it. */
interface Databases {
  readonly mauth?: Database<AccountsSchema> | null;
  readonly bridge?: Database<CatalogueSchema> | null;
  readonly informator?: Database<PortalSchema> | null;
  readonly mnote?: Database<SlidesSchema> | null;
}

const demonstrationsOver = (
  config: Config,
  { mauth, bridge, informator, mnote }: Databases,
  clock: () => number,
): Demonstrations => ({
  mauth: mauth ? accountsDemonstration(mauth, DEMO_NAMES, clock) : null,
  bridge: bridge ? catalogueDemonstration(bridge, storesOf(config, 'bridge', clock), clock) : null,
  informator: informator ? portalDemonstration(informator, clock) : null,
  mnote: mnote ? slidesDemonstration(mnote, storesOf(config, 'mnote', clock), clock) : null,
});

const presentDemonstrations = (demonstrations: Demonstrations): records.Demonstration[] =>
  Object.values(demonstrations).filter((one) => one !== null);

async function surveyDemonstrations(demonstrations: Demonstrations): Promise<records.Survey> {
  const surveys = await Promise.all(presentDemonstrations(demonstrations).map((one) => one.survey()));
  return { made: surveys.flatMap(({ made }) => made), changed: surveys.flatMap(({ changed }) => changed) };
}

/** Removes it from all of them. An account whose profile stays is needed by it: what people did with it names it. */
async function removeDemonstrations({ mauth, bridge, informator, mnote }: Demonstrations): Promise<records.Removal> {
  const removals: records.Removal[] = [];
  for (const one of [bridge, mnote]) if (one) removals.push(await one.remove());
  const people = await informator?.remove();
  if (people) removals.push(people);
  const stay = [...(people?.changed ?? []), ...(people?.used ?? [])].filter(({ kind }) => kind === 'profile');
  const accounts = mauth && (await mauth.survey()).made;
  const needed = new Set(
    accounts?.filter(({ name }) => stay.some((profile) => profile.name === name)).map(({ id }) => id),
  );
  if (mauth) removals.push(await mauth.remove(needed));
  const all = (of: (removal: records.Removal) => readonly records.Thing[]) => removals.flatMap(of);
  return { removed: all((one) => one.removed), changed: all((one) => one.changed), used: all((one) => one.used) };
}

export const demonstrationsOf = (
  config: Config,
  { mauth, bridge, informator, mnote }: Services,
  clock: () => number,
): Demonstrations => {
  const portal = { informator: informator?.context.database ?? null, mnote: mnote?.context.database ?? null };
  const databases = { mauth: mauth?.database ?? null, bridge: bridge?.database ?? null, ...portal };
  return demonstrationsOver(config, databases, clock);
};

const HOW = 'уберите их командой «npm run admin -- remove-demo» или оставьте настройкой DEMO=on';
const HOW_IN_ENGLISH = 'remove them by npm run admin -- remove-demo, or keep them by DEMO=on';

/**
 * A first production start over such data throws DemonstrationDataFound; a live shop opens with a note. A live shop, or
 * one that the demonstration was removed from, gets none unless DEMO asks for it.
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

/** Whether the shop has been open: it says so, or, where no demonstration ever kept records, people have worked with it. */
async function isLive(services: readonly records.Demonstration[]): Promise<boolean> {
  if (await some(services, (one) => one.hasReached('production'))) return true;
  if (await some(services, (one) => one.hasRecords())) return false;
  return some(services, (one) => one.isUsed());
}

async function some(
  services: readonly records.Demonstration[],
  holds: (one: records.Demonstration) => Promise<boolean>,
): Promise<boolean> {
  for (const one of services) if (await holds(one)) return true;
  return false;
}

const WORDS: Readonly<Record<records.DemoKind, string>> = {
  position: 'товары',
  cross: 'замены',
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

const countThings = (things: readonly records.Thing[]): string[] =>
  records.DEMO_KINDS.flatMap((kind) => {
    const count = things.filter((thing) => thing.kind === kind).length;
    return count > 0 ? [`${WORDS[kind]}: ${count}`] : [];
  });

const listThingNames = (things: readonly records.Thing[]): string[] =>
  records.DEMO_KINDS.flatMap((kind) => things.filter((thing) => thing.kind === kind)).map(
    ({ kind, name }) => `  ${WORDS[kind]}: ${name}`,
  );

interface RemovalOptions {
  /** Without a question. */
  readonly yes: boolean;
  /** Nothing is removed. */
  readonly dryRun: boolean;
  readonly clock: () => number;
  readonly say: (line: string) => void;
}

/** Lists what the demonstration made in the services of this process, and removes it once that is agreed to. */
export async function removeDemo(config: Config, asked: RemovalOptions): Promise<string> {
  const { services } = config;
  const open = <Schema>(name: ServiceName) =>
    services.includes(name) ? openDatabase<Schema>(databaseOf(config, name), MIGRATIONS[name]) : null;
  const databases = {
    mauth: await open<AccountsSchema>('mauth'),
    bridge: await open<CatalogueSchema>('bridge'),
    informator: await open<PortalSchema>('informator'),
    mnote: await open<SlidesSchema>('mnote'),
  };
  try {
    return await remove(demonstrationsOver(config, databases, asked.clock), asked);
  } finally {
    for (const database of Object.values(databases)) await database?.close();
  }
}

async function remove(demonstrations: Demonstrations, { yes, dryRun, say }: RemovalOptions): Promise<string> {
  const { made, changed } = await surveyDemonstrations(demonstrations);
  if (made.length + changed.length === 0) return 'Демонстрационных данных здесь нет.';
  const isToBe = ['Будет удалено:', ...countThings(made).map((line) => `  ${line}`)];
  const stays = ['Изменено с тех пор и останется:', ...listThingNames(changed)];
  say([...(made.length > 0 ? isToBe : []), ...(changed.length > 0 ? stays : [])].join('\n'));
  if (dryRun) return 'Ничего не удалено: это проба.';
  if (!yes && !(await isAgreed())) return 'Ничего не удалено. Без вопроса удаляет --yes.';
  const { removed, used } = await removeDemonstrations(demonstrations);
  const lines = [`Удалено: ${countThings(removed).join(', ') || 'ничего'}.`];
  if (used.length > 0) lines.push('Осталось, потому что используется:', ...listThingNames(used));
  if (removed.some(({ kind }) => kind === 'account'))
    lines.push(
      'Если администраторов больше нет, следующий запуск с ADMIN_EMAIL сделает его, как и npm run admin -- create.',
    );
  return lines.join('\n');
}

/** Only a person at a terminal can agree. */
async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:да|д|yes|y)$/i.test((await asking.question('Удалить? (да/нет) ')).trim());
  } finally {
    asking.close();
  }
}
