// The kinds of prices of the accounting program (1C): which of them the shop sells at, and the memory of their names.
import type { PriceKinds } from '../../../contract/price-lists/exchange.ts';
import type { CatalogueDatabase, CatalogueSource } from '../../catalogue/context/schema.ts';

/** A kind of prices as a file names it. */
export interface PriceKind {
  readonly id: string;
  readonly title: string;
  /** '' where it is not named. */
  readonly currency: string;
}

/** A kind that some file has named. */
export interface KnownKind extends PriceKind {
  /** The setting that it was found by, folded; '' for none. */
  readonly knownAs: string;
  readonly chosen: (typeof CHOSEN)[keyof typeof CHOSEN];
}

/** Whether the shop sells at a kind: as the first one that came, or because a person said so. */
const CHOSEN = { no: 0, first: 1, person: 2 } as const;

/** The kind that a file is read for; without an id the first price of the file decides. */
export interface WantedKind {
  readonly id: string | null;
  readonly title: string;
  /** The setting names it. */
  readonly isSet: boolean;
}

/**
 * The kind to sell at. A setting names it by id or title, and a title that was once found stays with the id of its kind,
 * whatever that is called later. Without a setting it is the kind that was chosen before, whatever the file begins with.
 */
export function wantedKind(setting: string, known: readonly KnownKind[], inFile: readonly PriceKind[]): WantedKind {
  const wanted = folded(setting);
  if (wanted === '') {
    const before = known.toSorted((one, other) => other.chosen - one.chosen).find(({ chosen }) => chosen > CHOSEN.no);
    const kind = before ?? inFile[0];
    return { id: kind?.id ?? null, title: kind?.title ?? '', isSet: false };
  }
  const isNamed = ({ title }: PriceKind): boolean => folded(title) === wanted;
  const isLearnt = ({ knownAs }: KnownKind): boolean => knownAs === wanted;
  const learnt = known.find(isLearnt);
  const kind =
    [...inFile, ...known].find(({ id }) => id === setting.trim()) ??
    inFile.find(({ id }) => id === learnt?.id) ??
    inFile.find(isNamed) ??
    learnt ??
    known.find(isNamed);
  return { id: kind?.id ?? setting.trim(), title: kind?.title || setting.trim(), isSet: true };
}

const folded = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLowerCase();

export async function listKinds(read: CatalogueSource): Promise<KnownKind[]> {
  const rows = await read.selectFrom('exchange_price_kinds').selectAll().orderBy('seen_at').orderBy('title').execute();
  return rows.map(({ id, title, currency, known_as, chosen }) => ({
    ...{ id, title, currency, knownAs: known_as },
    chosen: Number(chosen) as KnownKind['chosen'],
  }));
}

/** What a file says of kinds, and the kind that prices were taken of; null where none were. */
export interface SeenKinds {
  readonly inFile: readonly PriceKind[];
  readonly taken: PriceKind | null;
}

/** Remembers the kinds of a file; the first one that prices were ever taken of is the chosen one from then on. */
export async function rememberKinds(
  database: CatalogueDatabase,
  setting: string,
  { inFile, taken }: SeenKinds,
  now: number,
): Promise<void> {
  const kinds = new Map([...(taken ? [taken] : []), ...inFile].map((kind) => [kind.id, kind]));
  if (kinds.size === 0) return;
  const values = [...kinds.values()].map(({ id, title, currency }) => ({
    ...{ id, title, currency },
    ...{ known_as: '', chosen: CHOSEN.no, seen_at: now },
  }));
  await database.write(async (transaction) => {
    await transaction
      .insertInto('exchange_price_kinds')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(({ ref }) => ({ title: ref('excluded.title'), currency: ref('excluded.currency') })),
      )
      .execute();
    if (!taken) return;
    const own = transaction.updateTable('exchange_price_kinds').where('id', '=', taken.id);
    if (folded(setting) !== '') {
      await transaction
        .updateTable('exchange_price_kinds')
        .set({ known_as: '' })
        .where('known_as', '=', folded(setting))
        .execute();
      await own.set({ known_as: folded(setting) }).execute();
    }
    const chosen = await transaction
      .selectFrom('exchange_price_kinds')
      .select('id')
      .where('chosen', '>', CHOSEN.no)
      .executeTakeFirst();
    if (!chosen) await own.set({ chosen: CHOSEN.first }).execute();
  });
}

/** Makes a kind the one that the shop sells at from the next exchange on; false where no file has named it. */
export function chooseKind(database: CatalogueDatabase, id: string): Promise<boolean> {
  return database.write(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('exchange_price_kinds')
      .set({ chosen: CHOSEN.person })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction.updateTable('exchange_price_kinds').set({ chosen: CHOSEN.no }).where('id', '<>', id).execute();
    return true;
  });
}

/** The kinds as the page shows them; it asks where there are several and neither a setting nor a person has chosen. */
export function kindsAnswer(setting: string, known: readonly KnownKind[]): PriceKinds {
  const wanted = wantedKind(setting, known, []);
  const asks = !wanted.isSet && known.length > 1 && !known.some(({ chosen }) => chosen === CHOSEN.person);
  return {
    kinds: known.map(({ id, title, currency }) => ({ id, title: title || id, currency, isTaken: id === wanted.id })),
    setting: wanted.isSet ? setting.trim() : null,
    asks,
  };
}
