import { TITLE_MAX } from '../../../contract/limits.ts';
import { createReference, listReferences, referencesOfTitle } from '../../bridge/references/store.ts';
import type { BridgeSchema } from '../../bridge/schema.ts';
import type { Database } from '../../database/types.ts';
import { Refused } from '../refused.ts';

const SHOWN = 10;

/**
 * The id of the brand or provider of that title, whatever its case; with `creates` a missing one is added. Throws Refused
 * for one that is unknown or not the only one of its title.
 */
export async function ownerOf(
  database: Database<BridgeSchema>,
  table: 'brands' | 'providers',
  title: string,
  { creates, isDryRun, now }: { readonly creates: boolean; readonly isDryRun: boolean; readonly now: number },
): Promise<number> {
  const word = table === 'brands' ? 'brand' : 'provider';
  const [found, second] = await referencesOfTitle(database.read, table, title);
  if (second) throw new Refused(`several ${table} are called «${title}»: rename all but one`);
  if (found) return found.id;
  if (!creates) {
    const all = await listReferences(database.read, table);
    throw new Refused(`no ${word} is called «${title}»; ${knownTitles(all, word)}`);
  }
  if (isDryRun) throw new Refused(`no ${word} is called «${title}», and a dry run adds none`);
  if (title.length > TITLE_MAX) throw new Refused(`a title has at most ${TITLE_MAX} characters`);
  return (await createReference(database, table, title, now)).row.id;
}

function knownTitles(all: readonly { readonly title: string }[], word: string): string {
  const shown = all.slice(0, SHOWN).map(({ title }) => `«${title}»`);
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return all.length === 0
    ? `there is none yet: --create adds it`
    : `there are ${shown.join(', ')}${more}; --create adds another ${word}`;
}
