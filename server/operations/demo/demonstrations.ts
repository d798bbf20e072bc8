import { createInterface } from 'node:readline/promises';
import { type Kysely, sql } from 'kysely';
import { accountsDemonstration } from '../../accounts/demo-accounts.ts';
import type { AccountsSchema } from '../../accounts/store/schema.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { catalogueDemonstration } from '../../catalogue/demo/demonstration.ts';
import { DOCUMENTS } from '../../documents/demo-documents.ts';
import { PAGES } from '../../pages/demo-pages.ts';
import { DEMO_NAMES, DIRECTIONS, PROFILES, ROLES, TASKS } from '../../people/demo-company.ts';
import { bumpAccess, lockAccess } from '../../people/roles/rights.ts';
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
/** Demonstration data of all services: whether to make them, what they are, and their removal. */

/** The demonstration in each service that is at hand. */
export type Demonstrations = Readonly<Record<ServiceName, records.Demonstration | null>>;

/** Databases of services; null or missing: another process has it. */
interface Databases {
  readonly mauth?: Database<AccountsSchema> | null;
  readonly bridge?: Database<CatalogueSchema> | null;
  readonly informator?: Database<PortalSchema> | null;
  readonly mnote?: Database<SlidesSchema> | null;
}

/** The demonstration over these databases, its files where the configuration says. */
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

/** What of the demonstration stands in all of them. */
async function surveyDemonstrations(demonstrations: Demonstrations): Promise<records.Survey> {
  const surveys = await Promise.all(presentDemonstrations(demonstrations).map((one) => one.survey()));
  return { made: surveys.flatMap(({ made }) => made), changed: surveys.flatMap(({ changed }) => changed) };
}

/**
 * Removes it from all of them. An account whose profile stays is needed by it: what people did with it names it.
 */
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
 * Whether this start fills what is empty with demonstration data. A first production start over such data throws
 * DemonstrationDataFound; a live shop opens with a note. A live shop, or one that the demonstration was removed from,
 * gets none unless DEMO asks for it.
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

/** What people call the things of each kind. */
const WORDS: Readonly<Record<records.DemoKind, string>> = {
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
const countThings = (things: readonly records.Thing[]): string[] =>
  records.DEMO_KINDS.flatMap((kind) => {
    const count = things.filter((thing) => thing.kind === kind).length;
    return count > 0 ? [`${WORDS[kind]}: ${count}`] : [];
  });

/** The names of things by kind, a line each. */
const listThingNames = (things: readonly records.Thing[]): string[] =>
  records.DEMO_KINDS.flatMap((kind) => things.filter((thing) => thing.kind === kind)).map(
    ({ kind, name }) => `  ${WORDS[kind]}: ${name}`,
  );

type Source = Kysely<PortalSchema>;

/** In the order in which they can be removed: what needs others goes before them. */
const KINDS: readonly records.KindOf<PortalSchema>[] = [PAGES, DOCUMENTS, PROFILES, ROLES, DIRECTIONS, TASKS];

/** Where a row of each table may be needed: a table and its column. */
const NEEDS = {
  users: [
    ['documents', 'author_id'],
    ['document_entries', 'user_id'],
    ['document_entries', 'accepted_by'],
    ['document_entries', 'declined_by'],
    ['document_people', 'user_id'],
    ['document_escalations', 'user_id'],
    ['document_comments', 'author_id'],
    ['document_comments', 'asked_id'],
    ['document_mentions', 'user_id'],
    ['document_drafts', 'user_id'],
    ['document_views', 'user_id'],
  ],
  roles: [['users', 'role_id']],
  directings: [
    ['documents', 'directing_id'],
    ['document_templates', 'directing_id'],
    ['role_directings', 'directing_id'],
  ],
  tasks: [
    ['documents', 'task_id'],
    ['document_templates', 'task_id'],
    ['role_tasks', 'task_id'],
  ],
} as const;

const TABLE_OF = { profile: 'users', role: 'roles', directing: 'directings', task: 'tasks' } as const;

/** The demonstration's pages, documents, people and rights. */
function portalDemonstration(database: Database<PortalSchema>, clock: () => number): records.Demonstration {
  return records.demonstrationOver({
    database,
    kinds: KINDS,
    erase: (seen) =>
      database.write(async (transaction) => {
        await lockAccess(database, transaction);
        // A row may have been changed since the survey.
        const { made } = await records.surveyDemonstration(transaction, KINDS);
        const still = new Set(made.map(({ kind, id }) => `${kind} ${id}`));
        const kept = seen.filter(({ kind, id }) => !still.has(`${kind} ${id}`));
        const going = (kind: records.Thing['kind']) =>
          seen.filter((thing) => thing.kind === kind && still.has(`${kind} ${thing.id}`));
        await erasePages(transaction, going('page'));
        await eraseDocuments(transaction, going('document'));
        for (const kind of ['profile', 'role', 'directing', 'task'] as const)
          kept.push(...(await eraseUnused(transaction, TABLE_OF[kind], going(kind))));
        await bumpAccess(transaction);
        return kept;
      }),
    isUsed: async (source) => {
      const page = source.selectFrom('about_versions').select('alias').where('editor_uid', 'is not', null);
      return (await page.limit(1).executeTakeFirst()) !== undefined;
    },
    clock,
  });
}

async function erasePages(transaction: Source, pages: readonly records.Thing[]): Promise<void> {
  const aliases = pages.map(({ id }) => id);
  if (aliases.length === 0) return;
  await transaction.deleteFrom('about_pages').where('alias', 'in', aliases).execute();
  await transaction.deleteFrom('about_versions').where('alias', 'in', aliases).execute();
}

/** With their history and every text they ever had: only the demonstration took part in them. */
async function eraseDocuments(transaction: Source, documents: readonly records.Thing[]): Promise<void> {
  const ids = documents.map(({ id }) => Number(id));
  if (ids.length === 0) return;
  const history = await transaction
    .selectFrom('document_history')
    .select(['before', 'after'])
    .where('document_id', 'in', ids)
    .execute();
  const texts = history
    .flatMap(({ before, after }) => [before, after])
    .flatMap((state) => (state === null ? [] : [(JSON.parse(state) as { textId: number }).textId]));
  await transaction.deleteFrom('document_history').where('document_id', 'in', ids).execute();
  await transaction.deleteFrom('documents').where('id', 'in', ids).execute();
  if (texts.length > 0)
    await transaction
      .deleteFrom('document_texts')
      .where('id', 'in', [...new Set(texts)])
      .execute();
}

/** Removes rows that nothing needs; resolves to the others. */
async function eraseUnused(
  transaction: Source,
  table: keyof typeof NEEDS,
  things: readonly records.Thing[],
): Promise<records.Thing[]> {
  const kept: records.Thing[] = [];
  for (const thing of things) {
    const id = Number(thing.id);
    const needed = NEEDS[table].map(
      ([other, column]) => sql`EXISTS (SELECT 1 FROM ${sql.table(other)} WHERE ${sql.ref(column)} = ${id})`,
    );
    const { rows } = await sql<{ needed: number }>`
      SELECT CASE WHEN ${sql.join(needed, sql` OR `)} THEN 1 ELSE 0 END AS needed`.execute(transaction);
    if (rows[0]?.needed === 1) kept.push(thing);
    else await transaction.deleteFrom(table).where('id', '=', id).execute();
  }
  return kept;
}

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
