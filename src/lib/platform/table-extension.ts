// The file name extension (xlsx, xls, csv) of a table that a visitor downloads from the catalogue, by its content type.
import { XLS_TYPE, XLSX_TYPE } from '../../../contract/price-lists/upload.ts';

const EXTENSIONS = { [XLSX_TYPE]: 'xlsx', [XLS_TYPE]: 'xls', 'text/csv': 'csv' } as const;

/** Extensions of the tables that the catalogue hands out. */
export type TableExtension = (typeof EXTENSIONS)[keyof typeof EXTENSIONS];

const isKnown = (type: string): type is keyof typeof EXTENSIONS => type in EXTENSIONS;

/** The extension that the content type of a table asks for; null when it is no table but, say, a proxy's own page. */
export function extensionOf({ type }: Pick<Blob, 'type'>): TableExtension | null {
  const essence = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return isKnown(essence) ? EXTENSIONS[essence] : null;
}
