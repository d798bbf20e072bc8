import { PRICE_FILE_MAX, UPLOAD_COLUMN_MAX } from '../../../contract/limits.ts';
import type { Caps } from '../child-process/run.ts';

/**
 * Caps of reading an uploaded price list: what a file may cost before it is refused. Sizes are bytes.
 * A compression ratio is no cap: a million empty rows are legitimate at 25:1, bombs meet the absolute caps.
 */

/** Members of the zip container. */
export const ZIP_ENTRIES_MAX = 20_000;
/** Unpacked size of a part that describes the book (workbook, relationships). */
export const METADATA_BYTES_MAX = 8 * 1024 * 1024;
/** Unpacked size of the styles part. */
export const STYLES_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Unpacked size of the shared strings part, markup included: reading it takes about a second of the processor for each
 * hundred megabytes. A million rows with three texts of their own each have 250 MB.
 */
export const STRINGS_BYTES_MAX = 400 * 1024 * 1024;
/** Bytes of shared strings held in memory. */
export const STRINGS_STORED_MAX = 400 * 1024 * 1024;
/** Number of shared strings. */
export const STRINGS_COUNT_MAX = 8_000_000;
/** Unpacked size of a sheet. */
export const SHEET_BYTES_MAX = 4 * 1024 ** 3;
/** Rows of a sheet, as in Excel. */
export const ROWS_MAX = 1_048_576;
/** Columns that are read; cells to the right of them are left out. */
export const COLUMNS_MAX = UPLOAD_COLUMN_MAX;
/** Cells of one row, as many as Excel has columns. */
export const ROW_CELLS_MAX = 16_384;
/** One cell, one tag, one comment. */
export const CELL_BYTES_MAX = 256 * 1024;
/** One line of a text, characters. */
export const LINE_CHARACTERS_MAX = 8 * 1024 * 1024;
/** Attributes of one tag. */
export const ATTRIBUTES_MAX = 256;
/** A file of the old formats, which are read whole. */
export const LEGACY_BYTES_MAX = 100 * 1024 * 1024;
/** A web page or an XML book, which become one string. */
export const MARKUP_BYTES_MAX = 64 * 1024 * 1024;

/** All parts of an .ods, unpacked. */
export const ODS_BYTES_MAX = 128 * 1024 * 1024;
/** A price list inside a zip, unpacked. */
export const ZIPPED_BYTES_MAX = PRICE_FILE_MAX;
/** Tables of a web page. */
export const PAGE_TABLES_MAX = 1_000;

/** Rows at the top of a sheet that are looked at in full to recognise our own price list. */
export const HEAD_ROWS = 30;
/** Rows of one message of the reading child. */
export const BATCH_ROWS = 500;
/** Bytes of one message of the reading child, roughly. */
export const BATCH_BYTES = 512 * 1024;

/** Longest reading of one file, milliseconds; the writer's pace counts in. */
const WALL_MS = 30 * 60 * 1000;
/** What the reading child may use, by what it reads with. */
export const READING_CAPS = {
  xlsx: { heapMb: 256, residentMb: 700, cpuSeconds: 60, wallMs: WALL_MS },
  legacy: { heapMb: 1024, residentMb: 1200, cpuSeconds: 20, wallMs: WALL_MS },
  text: { heapMb: 256, residentMb: 500, cpuSeconds: 60, wallMs: WALL_MS },
} as const satisfies Readonly<Record<string, Caps>>;
/** Rows at the top of a sheet that show how it is laid out. */
export const LOOK_ROWS = 200;
