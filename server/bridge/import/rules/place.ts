/** More rows than a sheet can have. */
const SPAN = 2 ** 21;

/**
 * The place of a row among those of all sheets of a run, in whose order rows of one position are weighed: `sheet` is the
 * number of the sheet among those that are read, from 0. On the first sheet, and so in a run of just one, it is the row.
 */
export const placeOf = (sheet: number, row: number): number => sheet * SPAN + row;

export const rowAt = (place: number): number => place % SPAN;
export const sheetAt = (place: number): number => Math.floor(place / SPAN);
