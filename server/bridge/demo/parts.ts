import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** A part as its maker names it, before providers write it in their own ways. */
export interface Part {
  /** How many providers offer an example that the search field and the tests rely upon; 0 leaves it to chance. */
  readonly offers: number;
  readonly brand: string;
  readonly article: string;
  readonly title: string;
  readonly manufacturer: string;
  /** Roubles. */
  readonly price: number;
  /** Kilograms. */
  readonly weight: number;
  /** Millimetres, as width and height. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  /** Name of the drawing in pictures/; empty for a part that nobody has drawn. */
  readonly picture: string;
  /** Colour variant of the picture, from 1. */
  readonly variant: number;
}

const TEXTS: readonly unknown[] = ['brand', 'article', 'title', 'manufacturer', 'picture'];

/** The parts of the demonstration catalogue in their order, examples first, from parts.csv. */
export function readParts(): Part[] {
  const table = readFileSync(new URL('./parts.csv', import.meta.url));
  return parse<Part>(table, {
    columns: true,
    cast: (value, { header, column }) => (header || TEXTS.includes(column) ? value : Number(value)),
  });
}
