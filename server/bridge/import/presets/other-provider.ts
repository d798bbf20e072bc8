import type { Kysely } from 'kysely';
import type { UploadDoubt } from '../../../../contract/bridge.ts';
import { quoted } from '../../../../rules/format/quoted.ts';
import type { BridgeSchema } from '../../schema.ts';
import { isSameHeader, type PresetHeader } from './header-match.ts';
import { listPresets } from './store.ts';

/** The header of a preset, and whose it is. */
export interface KnownHeader extends PresetHeader {
  readonly providerId: number;
  readonly provider: string;
}

/** Headings from which on a header is rather one provider's than everybody's. */
const HEADINGS_MIN = 5;

/** The headers of all presets that tell a provider. */
export async function knownHeaders(read: Kysely<BridgeSchema>): Promise<KnownHeader[]> {
  const presets = (await listPresets(read, null)).filter(({ headers }) => isTelling(headers));
  if (presets.length === 0) return [];
  const providers = await read.selectFrom('providers').select(['id', 'title']).execute();
  const titles = new Map(providers.map(({ id, title }) => [id, title]));
  return presets.map(({ name, headers, providerId }) => {
    return { name, headers, providerId, provider: titles.get(providerId) ?? '' };
  });
}

/** What is to be asked where only presets of other providers were made for such a file. */
export function otherProviderDoubt(
  known: readonly KnownHeader[],
  providerId: number | null,
  headers: readonly string[],
): UploadDoubt | null {
  if (providerId === null || !isTelling(headers)) return null;
  const same = known.filter((preset) => isSameHeader(preset, headers));
  const [other] = same;
  if (!other || same.some((preset) => preset.providerId === providerId)) return null;
  const text = `Похоже на\u00a0прайс поставщика ${quoted(other.provider)}: такие\u00a0же заголовки у\u00a0его настроек ${quoted(other.name)}.`;
  return { kind: 'other-provider', text };
}

const isTelling = (headers: readonly string[]): boolean =>
  headers.filter((text) => text.trim() !== '').length >= HEADINGS_MIN;
