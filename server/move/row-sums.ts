import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { linesOf } from '../database/postgres/dump/rows.ts';
import type { CopiedTable } from '../database/postgres/dump/tables.ts';

/** What a table holds, whatever the order of its rows: their number, and the sum of their SHA-256. */
export interface RowSums {
  readonly count: number;
  readonly sum: string;
}

const MODULUS = 1n << 128n;

/** Adds rows up, each as a line of COPY. */
export class RowSummer {
  #count = 0;
  #sum = 0n;

  add(line: string): void {
    const digest = createHash('sha256').update(line).digest('hex').slice(0, 32);
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS;
    this.#count += 1;
  }

  result(): RowSums {
    return { count: this.#count, sum: this.#sum.toString(16).padStart(32, '0') };
  }
}

/** The sums of a table as the database gives its rows out, with numbers spelt as this program does. */
export async function sumsOf(rows: Readable, { columns }: CopiedTable): Promise<RowSums> {
  const summer = new RowSummer();
  const floats = columns.flatMap(({ isFloat }, at) => (isFloat ? [at] : []));
  for await (const line of linesOf(rows)) summer.add(floats.length > 0 ? respelt(line, floats) : line);
  return summer.result();
}

function respelt(line: string, floats: readonly number[]): string {
  const fields = line.split('\t');
  for (const at of floats) if (fields[at] !== '\\N') fields[at] = String(Number(fields[at]));
  return fields.join('\t');
}
