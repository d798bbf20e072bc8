import type { Database } from '../../database/types.ts';
import { createReference, referencesOfTitle } from '../references/store.ts';
import type { BridgeSchema } from '../schema.ts';
import type { ExchangeSettings } from './settings.ts';

/** Whose goods the accounting program sends, as fields of the upload form; made when missing. */
export async function ownerFields(
  database: Database<BridgeSchema>,
  { brand, provider }: Pick<ExchangeSettings, 'brand' | 'provider'>,
  now: number,
): Promise<{ readonly brandId: string; readonly providerId: string }> {
  const idOf = async (table: 'brands' | 'providers', title: string) => {
    // The oldest of several is the one that the first exchange made.
    const found = (await referencesOfTitle(database.read, table, title)).at(-1);
    return String((found ?? (await createReference(database, table, title, now)).row).id);
  };
  return { brandId: await idOf('brands', brand), providerId: await idOf('providers', provider) };
}
