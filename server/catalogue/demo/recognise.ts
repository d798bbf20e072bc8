// Recognises which brands, suppliers, positions and crosses were made by the demonstration and are unchanged, so that only
// those are removed.
import { fingerprintOf, inChunks, type KindOf, type Thing } from '../../platform/database/demonstration-records.ts';
import type { CatalogueDatabase, CatalogueSchema, CatalogueSource, CrossTable } from '../context/schema.ts';
import { PROVIDERS } from './providers.ts';

type Owners = 'brands' | 'providers';

/** What a position says: neither its numbers and keys, which upkeep gives anew, nor what follows from the day. */
const SAID = [
  'article',
  'title',
  'manufacturer',
  'code',
  'price',
  'amount',
  'weight',
  'length',
  'width',
  'height',
  'photo',
  'hidden',
  'delivery',
  'lot',
] as const;

/** Everything by which a change of a position is seen, as columns. */
export const FINGERPRINTED = ['provider_id', 'brand_id', ...SAID] as const;
type Row = Readonly<Record<string, unknown>>;

export const positionFingerprint = (row: Row): string => fingerprintOf(FINGERPRINTED.map((name) => row[name]));

export const ownerFingerprint = ({ title }: { readonly title: string }): string => fingerprintOf([title]);

const ownerThing = (kind: 'brand' | 'provider', { id, title }: { id: number; title: string }): Thing => ({
  kind,
  id: String(id),
  name: title,
  fingerprint: ownerFingerprint({ title }),
});

const ownersOf = (source: CatalogueSource, table: Owners, ids: readonly string[]) =>
  source.selectFrom(table).select(['id', 'title']).where('id', 'in', ids.map(Number)).orderBy('id').execute();

const ownerKind = (kind: 'brand' | 'provider', table: Owners): KindOf<CatalogueSchema> => ({
  kind,
  read: async (source, ids) => (await ownersOf(source, table, ids)).map((row) => ownerThing(kind, row)),
  recognise: async (source) => (await filledOwners(source))[table].map(({ id }) => String(id)),
});

const POSITIONS: KindOf<CatalogueSchema> = {
  kind: 'position',
  read: async (source, ids) => {
    const found = await source
      .selectFrom('positions')
      .select(['id', ...FINGERPRINTED])
      .where('id', 'in', ids.map(Number))
      .orderBy('id')
      .execute();
    return found.map((row) => ({
      kind: 'position',
      id: String(row.id),
      name: `${row.article} ${row.title}`.trim(),
      fingerprint: positionFingerprint(row),
    }));
  },
  recognise: recognisePositions,
};

const CROSSES: KindOf<CatalogueSchema> = {
  kind: 'cross',
  read: async (source, ids) => {
    const found = await source
      .selectFrom('crosses')
      .select(['id', 'identity', 'article', 'replaced_article', 'removed_by'])
      .where('id', 'in', ids.map(Number))
      .orderBy('id')
      .execute();
    return found.map((row) => ({
      kind: 'cross',
      id: String(row.id),
      name: `${row.article} вместо ${row.replaced_article}`,
      fingerprint: crossFingerprint(row),
    }));
  },
  recognise: async (source) => {
    const made = source.selectFrom('crosses').select('id').where('uid', '=', '').where('who', '=', CROSS_AUTHOR);
    return (await made.where('removed_by', 'is', null).orderBy('id').execute()).map(({ id }) => String(id));
  },
};

/** Who wrote the crosses of the demonstration: an account has a uid beside its name. */
export const CROSS_AUTHOR = 'Демонстрация';

export const crossFingerprint = ({ identity, removed_by }: Pick<CrossTable, 'identity' | 'removed_by'>): string =>
  fingerprintOf([identity, removed_by]);

export const CATALOGUE_KINDS: readonly KindOf<CatalogueSchema>[] = [
  POSITIONS,
  CROSSES,
  ownerKind('provider', 'providers'),
  ownerKind('brand', 'brands'),
];

/** What the demonstration makes, loaded only where its providers are: a server does without. */
const fillingRows = async () => ({ ...(await import('./positions.ts')), ...(await import('./pictures.ts')) });

/** Invented providers that are as they were made, and the brands of their moment: a brand alone proves nothing. */
async function filledOwners(source: CatalogueSource) {
  const untouched = (table: Owners, titles: readonly string[]) =>
    source
      .selectFrom(table)
      .select(['id', 'title', 'created_at'])
      .where('title', 'in', titles)
      .whereRef('created_at', '=', 'updated_at')
      .execute();
  const providerTitles = PROVIDERS.map(({ title }) => title);
  const providers = await untouched('providers', providerTitles);
  if (providers.length === 0) return { providers, brands: [] };
  const { demoPositions } = await fillingRows();
  const moments = new Set(providers.map(({ created_at }) => created_at));
  const brands = await untouched('brands', [...new Set(demoPositions().map(({ brand }) => brand))]);
  return { providers, brands: brands.filter(({ created_at }) => moments.has(created_at)) };
}

async function recognisePositions(source: CatalogueSource): Promise<string[]> {
  const { providers, brands } = await filledOwners(source);
  if (providers.length === 0) return [];
  const { demoPositions, demoPhotoName } = await fillingRows();
  const titles = (rows: readonly { id: number; title: string }[]) => new Map(rows.map(({ id, title }) => [id, title]));
  const [providerOf, brandOf] = [titles(providers), titles(brands)];
  const unsold = { hidden: 0, delivery: null, lot: null };
  const expected = new Set(
    demoPositions().map(({ picture, provider, brand, ...said }, at) =>
      spokenText(provider, brand, { ...said, ...unsold, photo: picture && demoPhotoName(at + 1) }),
    ),
  );
  const found: string[] = [];
  for (const chunk of inChunks([...providerOf.keys()])) {
    const rows = await source
      .selectFrom('positions')
      .select(['id', ...FINGERPRINTED])
      .where('provider_id', 'in', chunk)
      .execute();
    for (const row of rows) {
      const [provider, brand] = [providerOf.get(row.provider_id), brandOf.get(row.brand_id)];
      if (provider && brand && expected.has(spokenText(provider, brand, row))) found.push(String(row.id));
    }
  }
  return found;
}

const spokenText = (provider: string, brand: string, row: Row): string =>
  JSON.stringify([provider, brand, ...SAID.map((name) => row[name])]);

/** Tables whose rows may have existed before the demonstration. */
export const FILLED = ['positions', 'brands', 'providers'] as const;

/** Whether a catalogue holds nothing that the demonstration could stand beside. */
export async function isCatalogueEmpty({ read }: CatalogueDatabase): Promise<boolean> {
  for (const table of FILLED) {
    if (await read.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}
