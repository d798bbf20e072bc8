import { type ImportsMeasured, type ImportTimes, measureImports } from '../imports/measure-imports.ts';
import { measureLarge } from '../imports/measure-large.ts';
import { measureReading } from '../imports/reading.ts';
import { engineTitle, type Part } from '../part.ts';
import { type Figure, whole } from '../table.ts';
import { makePriceList } from '../uploads.ts';
import type { Engine, Scale, Workbench } from '../workbench.ts';

const BASE_MAX = 100_000;
/** How many times longer than the base the lists are that are imported, and the one that shows what memory that takes. */
const LONG = 3;
const LARGE = 10;

const baseOf = ({ count }: Scale): number => Math.min(BASE_MAX, count);
const rowsOf = (scale: Scale): number => baseOf(scale) * LONG;

/** The databases that are measured: PostgreSQL is compared with the embedded one. */
const enginesOf = ({ engine }: Scale): readonly Engine[] =>
  engine === 'postgres' ? ['sqlite', 'postgres'] : ['sqlite'];

/** Imports of price lists, in every database that is asked for. */
export const importing: Part = {
  name: 'import',
  title: (scale) =>
    `Import of ${whole(rowsOf(scale))} rows of .xlsx over HTTP, ${enginesOf(scale)
      .map((engine) => engineTitle({ engine }))
      .join(' and ')}`,
  async measure(bench) {
    const rows = rowsOf(bench);
    const engines = enginesOf(bench);
    // First, while no server is among the processes that are watched.
    const figures: Figure[] = [await measureReading(bench.folder, await listToRead(bench, rows))];
    const measured: ImportsMeasured[] = [];
    for (const engine of engines) {
      const imports = await measureImports(bench, engine, rows);
      measured.push(imports);
      const large = await measureLarge(bench, engine, baseOf(bench) * LARGE);
      const named = (figure: Figure): Figure =>
        engines.length > 1 ? { ...figure, name: `${engineTitle({ engine })}: ${figure.name}` } : figure;
      figures.push(...[...imports.figures, ...large].map(named));
    }
    const [embedded, other] = measured;
    if (embedded && other) figures.push(...besideEmbedded(embedded.times, other.times));
    return figures;
  },
};

const listToRead = ({ folder, count }: Workbench, rows: number): Promise<string> =>
  makePriceList(folder, { count: rows, firstPart: count, week: 0 });

/** The rates of one database as shares of another's. */
const besideEmbedded = (embedded: ImportTimes, other: ImportTimes): Figure[] =>
  [...embedded].map(([name, seconds]) => ({
    name: `PostgreSQL beside SQLite: ${name}`,
    figure: `${(seconds / (other.get(name) ?? Number.NaN)).toFixed(2)} × the rate`,
    goal: '≥ 0.5 ×',
  }));
