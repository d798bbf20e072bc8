import type { Kysely } from 'kysely';
import type { BridgeSchema } from '../../schema.ts';
import { findPreset } from '../presets/store.ts';
import type { ImportOrder } from '../run/order.ts';
import type { FormFields } from '../settings.ts';
import type { ArrivedFile } from './checker.ts';
import { guessBook } from './guessed-sheets.ts';
import type { Source } from './source.ts';

const PRESET_GONE =
  'Сохранённых настроек этого источника больше нет: выберите другие или определение по\u00a0заголовку. Пока столбцы определены по\u00a0файлу';

/** How a file of a source is to be imported, or why that has to be asked. */
export interface SourceOrder {
  readonly order: ImportOrder;
  readonly doubt: string | null;
}

/** The order for a file of a source: by its preset, else by what the file suggests. Throws a ReadError for what is no price list. */
export async function orderOf(
  read: Kysely<BridgeSchema>,
  source: Source,
  file: ArrivedFile,
  confirm: ImportOrder['confirm'],
): Promise<SourceOrder> {
  const { fields, doubt } = await fieldsOf(read, source, file.path);
  const order: ImportOrder = {
    file: { path: file.path, originalName: file.name, bytes: file.bytes },
    fields: { ...fields, brandId: String(source.brandId), providerId: String(source.providerId) },
    uid: '',
    who: source.title,
    source: source.kind,
    confirm,
  };
  return { order, doubt };
}

async function fieldsOf(
  read: Kysely<BridgeSchema>,
  { presetId }: Source,
  path: string,
): Promise<{ readonly fields: FormFields; readonly doubt: string | null }> {
  const preset = presetId === null ? null : await findPreset(read, presetId);
  if (preset) return { fields: { preset: String(preset.id) }, doubt: null };
  const { fields, doubt } = await guessBook(path);
  return {
    fields: { addNewPositionMode: 'on', ...fields },
    doubt: presetId === null ? doubt : PRESET_GONE,
  };
}
