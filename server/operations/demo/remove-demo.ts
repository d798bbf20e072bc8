import { createInterface } from 'node:readline/promises';
import { accountsMigrations } from '../../accounts/migrations/index.ts';
import type { AccountsSchema } from '../../accounts/store/schema.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { migrations } from '../../catalogue/migrations/index.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { portalMigrations } from '../../portal-database/migrations/index.ts';
import type { PortalSchema } from '../../portal-database/schema.ts';
import type { SlidesSchema } from '../../slides/context.ts';
import { slidesMigrations } from '../../slides/migrations/index.ts';
import type { Config } from '../config/config.ts';
import { databaseOf } from '../config/places.ts';
import {
  countThings,
  type Demonstrations,
  demonstrationsOver,
  listThingNames,
  removeDemonstrations,
  surveyDemonstrations,
} from './demonstrations.ts';

interface RemovalOptions {
  /** Nobody is asked. */
  readonly yes: boolean;
  /** Nothing is removed. */
  readonly dryRun: boolean;
  readonly clock: () => number;
  readonly say: (line: string) => void;
}

/** Lists what the demonstration made in the services of this process, and removes it once that is agreed to. */
export async function removeDemo(config: Config, asked: RemovalOptions): Promise<string> {
  const { services } = config;
  const open = <Schema>(name: (typeof services)[number], steps: Parameters<typeof openDatabase>[1]) =>
    services.includes(name) ? openDatabase<Schema>(databaseOf(config, name), steps) : null;
  const databases = {
    mauth: await open<AccountsSchema>('mauth', accountsMigrations),
    bridge: await open<CatalogueSchema>('bridge', migrations),
    informator: await open<PortalSchema>('informator', portalMigrations),
    mnote: await open<SlidesSchema>('mnote', slidesMigrations),
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
