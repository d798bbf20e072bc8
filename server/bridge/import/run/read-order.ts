import type { Preset } from '../../../../contract/import-runs.ts';
import { UPLOAD_COLUMN_MAX } from '../../../../contract/limits.ts';
import { DISK_FULL } from '../../../../contract/storage.ts';
import { badRequest, diskTrouble, notFound } from '../../../http/errors.ts';
import type { BridgeContext } from '../../context.ts';
import { checkedSettings } from '../check-form.ts';
import { type KnownHeader, knownHeaders } from '../presets/other-provider.ts';
import { presetOfForm } from '../presets/store.ts';
import { namesUnreadColumn } from '../rules/columns.ts';
import { type FormFields, type ImportSettings, settingsOf } from '../settings.ts';
import { sheetForms } from '../sheet-forms.ts';
import { wrongField } from '../wrong-field.ts';
import { hasDiskRoom } from './jobs.ts';
import type { ImportOrder } from './order.ts';

/** An order whose fields are known to make sense. */
export interface CheckedOrder {
  readonly settings: ImportSettings;
  readonly preset: Preset | null;
  /** What the lists of all providers look like. */
  readonly known: readonly KnownHeader[];
}

/** Reads the fields of an order. Throws what the API answers: 400 for what makes no sense, 404 for a preset that is gone. */
export async function readOrder(
  { database }: Pick<BridgeContext, 'database'>,
  { file, fields: given }: Pick<ImportOrder, 'file' | 'fields'>,
): Promise<CheckedOrder> {
  const preset = await presetOfForm(database.read, given.preset);
  if (preset === undefined) throw notFound('preset not found');
  const fields: FormFields = preset
    ? { providerId: String(preset.providerId), ...preset.fields, ...given }
    : given;
  const wrong = wrongField(fields);
  if (wrong !== null) throw badRequest(wrong);
  const sheets = sheetForms(fields) ?? [];
  const forms = sheets.length > 0 ? sheets.map((sheet) => sheet.fields) : [fields];
  if (forms.some(namesUnreadColumn)) throw badRequest(`column is over ${UPLOAD_COLUMN_MAX}`);
  const settings = await checkedSettings(database.read, settingsOf(fields), file.path);
  if (!(await hasDiskRoom(database, file.bytes))) throw diskTrouble(507, DISK_FULL);
  return { settings, preset, known: await knownHeaders(database.read) };
}
