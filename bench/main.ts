import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ATTACKS, measureAbuse } from './abuse/index.ts';
import { prepareCatalogue } from './catalogue.ts';
import { DOCUMENTS, prepareDocuments } from './documents.ts';
import { measureAccessPage } from './measure/access-page.ts';
import { measureAccounts } from './measure/accounts.ts';
import { measureCopies } from './measure/copies.ts';
import { measureDocuments } from './measure/documents.ts';
import { measureFreshness } from './measure/freshness.ts';
import { measureImport } from './measure/import.ts';
import { measureLighthouse } from './measure/lighthouse.ts';
import { measureMarkup } from './measure/markup.ts';
import { measurePriceList } from './measure/price-list.ts';
import { measureRights } from './measure/rights.ts';
import { measureSearch } from './measure/search.ts';
import { measureSite } from './measure/site.ts';
import { measureSizes } from './measure/sizes.ts';
import { type Part, readOptions } from './options.ts';
import { type BenchServer, startServer } from './server.ts';
import { prepareStaff } from './staff.ts';
import { type Figure, tableOf, whole } from './table.ts';

const say = (line: string) => console.error(line);

const options = (() => {
  try {
    const read = readOptions(process.argv.slice(2));
    const known = ATTACKS.map(({ name }) => name);
    const unknown = read.attacks.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`--attack takes ${known.join(', ')}; not ${unknown.join(', ')}`);
    return read;
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(2);
  }
})();

const { count, parts, postgres } = options;
const work = await mkdtemp(join(tmpdir(), 'parts-bench-'));
const folder = options.folder ? resolve(options.folder) : work;
const dataFolder = join(work, 'data');
const engine = postgres ? 'PostgreSQL' : 'SQLite';

/** Parts that start servers of their own. */
const MEASURES_ALONE = {
  copies: () => measureCopies({ work, postgres, count, say }),
  abuse: () => measureAbuse({ work, postgres, small: options.small, names: options.attacks, say }),
} as const;
type PartAlone = keyof typeof MEASURES_ALONE;
const isAlone = (part: Part): part is PartAlone => part in MEASURES_ALONE;

const MEASURES: Readonly<Record<Exclude<Part, PartAlone>, (server: BenchServer) => Promise<Figure[]>>> = {
  sizes: (server) => measureSizes(server.client),
  site: async (server) => [...(await measureSite(server)), ...(await measureFreshness(server))],
  lighthouse: () => measureLighthouse(join(work, 'demo')),
  markup: measureMarkup,
  accounts: measureAccounts,
  rights: measureRights,
  'access-page': measureAccessPage,
  documents: measureDocuments,
  pricelist: (server) => measurePriceList(server, count),
  search: (server) => measureSearch(server, count),
  import: (server) => measureImport(server, work, count),
};
const TITLES: Readonly<Record<Part, string>> = {
  sizes: 'Sizes (brotli)',
  site: 'Site',
  lighthouse: `Lighthouse on a phone, demonstration shop, median of five`,
  markup: 'Converter of note markup',
  accounts: `Accounts, ${engine}`,
  rights: `Access rights, ${engine}`,
  'access-page': 'Screen of access rights in a browser',
  documents: `Documents over HTTP, ${whole(DOCUMENTS)} of them, ${engine}`,
  pricelist: `Price list of ${whole(count)} rows`,
  search: `Search over HTTP, ${whole(count)} positions, ${engine}`,
  import: `Import of 100 000 rows of .xlsx over HTTP, ${engine}`,
  copies: `Copies of ${whole(count)} positions in PostgreSQL`,
  abuse: `Attacks, ${engine}${options.small ? ', small' : ''}`,
};

const NEEDS_CATALOGUE: ReadonlySet<Part> = new Set(['pricelist', 'search', 'import']);

const started: BenchServer[] = [];

async function start(): Promise<BenchServer> {
  say('Starting the server…');
  const server = await startServer(dataFolder, postgres);
  started.push(server);
  return server;
}

async function measure(part: Part): Promise<Figure[]> {
  if (isAlone(part)) return MEASURES_ALONE[part]();
  const [server = await start()] = started;
  return MEASURES[part](server);
}

try {
  await mkdir(folder, { recursive: true });
  if (parts.some((part) => NEEDS_CATALOGUE.has(part))) {
    await prepareCatalogue({ folder, dataFolder, count, postgres, say });
  }
  if (parts.includes('documents')) {
    say('Making documents…');
    await prepareDocuments(dataFolder, postgres);
  }
  if (parts.includes('rights')) await prepareStaff(dataFolder, postgres);
  console.log(`Node ${process.version}, ${availableParallelism()} cores\n`);
  for (const part of parts) {
    say(`Measuring: ${part}…`);
    console.log(`${tableOf(TITLES[part], await measure(part))}\n`);
  }
} finally {
  for (const server of started) await server.stop();
  await rm(work, { recursive: true, force: true });
}
