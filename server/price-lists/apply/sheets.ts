import type { SheetRow } from '../../platform/sheet-reader/cell.ts';
import { isSameTitle } from '../rules/form-fields.ts';
import { placeOf, sheetAt } from '../rules/remarks.ts';
import type { Candidate } from '../rules/row.ts';
import type { ApplyContext } from './context.ts';
import type { StagedPosition } from './staged-positions.ts';
import { applyCandidates, applyClearRows, applyRows } from './supplier-rows.ts';

/** The sheets of a run one after another, each read by its own mapping; a run of one sheet has just its own context. */
export class Sheets {
  #base: ApplyContext;
  readonly #signal: AbortSignal;
  readonly #begun: ApplyContext[] = [];

  constructor(base: ApplyContext, signal: AbortSignal) {
    this.#base = base;
    this.#signal = signal;
  }

  /** The context of the sheet that is being read. */
  get current(): ApplyContext {
    return this.#begun.at(-1) ?? this.#base;
  }

  /** Of several sheets the title of the current one; null in a run of one. */
  get title(): string | null {
    return this.current.settings.sheets.length > 0 ? this.current.settings.sheet : null;
  }

  /** Goes on to a sheet: what waited for the end of the one before is applied. Further sheets of our own list are no news. */
  async begin(title: string): Promise<void> {
    const { settings, tally } = this.#base;
    const mapping = settings.sheets.find(({ sheet }) => isSameTitle(sheet, title));
    if (!mapping) return;
    await this.#end();
    this.#begun.push(this.#base.onSheet(mapping));
    tally.beginSheet(title);
  }

  /** Prices of the current sheet that name no currency are in this one. */
  setCurrency(headingCurrency: string): void {
    const { current } = this;
    const named = { ...current, settings: { ...current.settings, headingCurrency } };
    if (this.#begun.length === 0) this.#base = named;
    else this.#begun[this.#begun.length - 1] = named;
  }

  /** The place of the current sheet as a whole among the rows of the run. */
  get place(): number {
    return placeOf(Math.max(0, this.#begun.length - 1), 0);
  }

  /** The places of the sheets that have no column of stock. */
  withoutStock(): number[] {
    const contexts = this.#begun.length > 0 ? this.#begun : [this.#base];
    return contexts.flatMap(({ settings }, at) => (settings.columns.amount === undefined ? placeOf(at, 0) : []));
  }

  /** Applies rows of the current sheet. */
  async apply(rows: readonly SheetRow[]): Promise<void> {
    const at = this.#begun.length - 1;
    const placed = at > 0 ? rows.map((row) => ({ ...row, row: placeOf(at, row.row) })) : rows;
    await applyRows(this.current, placed);
  }

  /** Applies what waited for the end of the file. */
  async finish(): Promise<void> {
    if (this.#begun.length === 0) await applySheetRows(this.#base, this.#signal);
    else await this.#end();
    const contextAt = (place: number) => this.#begun[sheetAt(place)] ?? this.#base;
    await applyMakersRows(this.#base, contextAt, this.#signal);
  }

  async #end(): Promise<void> {
    const context = this.#begun.at(-1);
    if (context) await applySheetRows(context, this.#signal);
  }
}

const BATCH_ROWS = 1_000;

/** Applies the rows that waited for the end of their sheet, whatever order they came in. */
export async function applySheetRows(context: ApplyContext, signal: AbortSignal): Promise<void> {
  for await (const { goods, groups } of context.headings.settled(BATCH_ROWS)) {
    signal.throwIfAborted();
    context.tally.counts.groups += groups;
    await applyClearRows(context, goods);
  }
  for await (const rows of context.unclear.settled(BATCH_ROWS)) {
    signal.throwIfAborted();
    await applyClearRows(context, rows);
  }
  context.tally.warn(context.unclear.decisions());
}

/**
 * Applies the rows whose meaning depends on which manufacturers the file names; by now it has named them all. Each is
 * applied in the context of its sheet, which `contextAt` tells by its place.
 */
export async function applyMakersRows(
  context: ApplyContext,
  contextAt: (place: number) => ApplyContext,
  signal: AbortSignal,
): Promise<void> {
  let last = { key: '', namesMaker: false };
  for await (const candidates of context.waiting.take(BATCH_ROWS)) {
    signal.throwIfAborted();
    // The rows of one article may end in another batch; what the file says of it was seen before the first of them.
    const asked = new Map([[last.key, last.namesMaker]]);
    const namesMaker = (key: string, positions: readonly StagedPosition[]): boolean => {
      const names = asked.get(key) ?? isMakerNamed(context, key, positions);
      asked.set(key, names);
      return names;
    };
    for (const [onSheet, rows] of Map.groupBy(candidates, ({ row }) => contextAt(row)))
      await applyCandidates(onSheet, rows, namesMaker);
    const { key } = candidates.at(-1) as Candidate;
    last = { key, namesMaker: asked.get(key) ?? false };
  }
}

/** Whether a row has named a manufacturer for the article; only such rows have named these positions so far. */
const isMakerNamed = ({ unapplied }: ApplyContext, key: string, positions: readonly StagedPosition[]): boolean =>
  unapplied.has(key) || positions.some(({ manufacturer_key, row }) => manufacturer_key !== '' && row !== null);
