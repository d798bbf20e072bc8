// Whose price list an upload or a source brings: the brands and suppliers to choose from, and what becomes of a choice
// that was removed meanwhile.
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import type { GuessAnswer } from '../../../../contract/price-lists/guess.ts';
import type { ListCalls } from '../../ui/reference-list.ts';
import { check as texts } from './check-store.ts';
import type { UploadSettings } from './upload-settings.ts';

/** Whose price lists can be: brands and providers, by title. */
export interface Owners {
  readonly brands: readonly ReferenceRow[];
  readonly providers: readonly ReferenceRow[];
}

const byTitle = (rows: readonly ReferenceRow[]): ReferenceRow[] =>
  [...rows].sort((a, b) => a.title.localeCompare(b.title, 'ru'));

/** Loads both lists. Throws what ky throws, or SessionEnded. */
export async function loadOwners(calls: (list: 'brands' | 'providers') => Pick<ListCalls, 'list'>): Promise<Owners> {
  const [brands, providers] = await Promise.all([calls('brands').list(''), calls('providers').list('')]);
  return { brands: byTitle(brands), providers: byTitle(providers) };
}

/** The titles that are typed for new ones; null where one of the list is to be chosen. */
export type NewTitles = Readonly<Record<keyof Owners, string | null>>;

const IDS = { providers: 'providerId', brands: 'brandId' } as const;

/**
 * Adds the typed brands and providers, one after another; one that is there already under the same title is taken.
 * `onAdded` follows each. Throws what ky throws, or SessionEnded.
 */
export async function addOwners(
  calls: (list: keyof Owners) => Pick<ListCalls, 'create'>,
  owners: Owners,
  titles: NewTitles,
  onAdded: (list: keyof Owners, row: ReferenceRow) => void,
): Promise<Partial<Pick<UploadSettings, 'providerId' | 'brandId'>>> {
  const ids: Partial<Record<'providerId' | 'brandId', string>> = {};
  for (const list of ['providers', 'brands'] as const) {
    const title = titles[list]?.trim();
    if (!title) continue;
    const same = owners[list].find((row) => row.title.toLowerCase() === title.toLowerCase());
    const row = same ?? (await calls(list).create(title));
    ids[IDS[list]] = String(row.id);
    onAdded(list, row);
  }
  return ids;
}

/** The lists with one more row. */
export const withOwner = (owners: Owners, list: keyof Owners, row: ReferenceRow): Owners => ({
  ...owners,
  [list]: byTitle([...owners[list].filter(({ id }) => id !== row.id), row]),
});

const titleIn = (rows: readonly ReferenceRow[], id: string) => rows.find((row) => String(row.id) === id)?.title;

/** The settings without a brand or provider that has been removed since they were typed. */
export function withKnownIds(settings: UploadSettings, { brands, providers }: Owners): UploadSettings {
  const known = (rows: readonly ReferenceRow[], id: string) => (titleIn(rows, id) === undefined ? '' : id);
  return { ...settings, brandId: known(brands, settings.brandId), providerId: known(providers, settings.providerId) };
}

/** The titles of what the settings name and what is there no more; '' for what still is. */
export function goneOwners(before: Owners, now: Owners, { brandId, providerId }: UploadSettings) {
  const gone = (list: keyof Owners, id: string) =>
    titleIn(now[list], id) === undefined ? (titleIn(before[list], id) ?? '') : '';
  return { provider: gone('providers', providerId), brand: gone('brands', brandId) };
}

/** Fewest articles, and fewest headings, that say whose list it is. */
const ARTICLES_MIN = 5;
const HEADINGS_MIN = 5;
/** From this share on a list looks like another provider's, where the chosen one has less than the second. */
const OTHER_SHARE = 0.6;
const OWN_SHARE = 0.1;

const NOT_KNOWN: NonNullable<GuessAnswer['known']> = { articles: 0, owners: [] };

/** What shows that a chosen file is another provider's: the articles, with who has them, or the header; null: nothing. */
export function signOfOther(
  { known: { articles, owners } = NOT_KNOWN, sheets }: GuessAnswer,
  providerId: string,
): { readonly by: 'articles'; readonly title: string } | { readonly by: 'header' } | null {
  const own = owners.find(({ id }) => String(id) === providerId)?.count ?? 0;
  const other = owners.find(({ id }) => String(id) !== providerId);
  if (other && articles >= ARTICLES_MIN && other.count >= OTHER_SHARE * articles && own < OWN_SHARE * articles)
    return { by: 'articles', title: other.title };
  const isOthers = sheets.some(
    ({ headers, presets }) =>
      presets.length > 0 &&
      headers.filter((text) => text.trim() !== '').length >= HEADINGS_MIN &&
      !presets.some((preset) => String(preset.providerId) === providerId),
  );
  return isOthers && (own === 0 || own < OWN_SHARE * articles) ? { by: 'header' } : null;
}

/** Whose list the settings say it is, in words; '' as long as one of both is not chosen. */
export function ownerText({ brands, providers }: Owners, { brandId, providerId }: UploadSettings): string {
  const [provider, brand] = [titleIn(providers, providerId), titleIn(brands, brandId)];
  return provider === undefined || brand === undefined ? '' : texts.owner(provider, brand);
}
