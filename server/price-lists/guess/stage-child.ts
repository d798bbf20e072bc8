/** The child process that reads a price list once: it writes the staged file and guesses how the sheets are laid out. */
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import { guessSheet } from '../../catalogue/sheets/guess-sheet.ts';
import { sendMessage } from '../../platform/child-process/send-message.ts';
import * as messages from '../../platform/sheet-reader/messages.ts';
import { readFile, sendFailure } from '../../platform/sheet-reader/read-file.ts';
import { StagedWriter } from '../../platform/sheet-reader/staged-file.ts';

export const work = (request: messages.ReadRequest): Promise<void> =>
  sendFailure(async () => {
    let staged: StagedWriter | null = null;
    const guesses = new Guesses();
    await readFile(request, (message) => {
      const isSent = message.kind === 'unpacked' || message.kind === 'members' || message.kind === 'progress';
      if (isSent) return sendMessage(message);
      staged ??= new StagedWriter(request.stageTo ?? '', request);
      staged.take(message);
      guesses.take(message);
    });
    // What was only unpacked is read by another process.
    const written = staged as StagedWriter | null;
    written?.end([...written.before, ...guesses.end()]);
  });

/** Sheets that are looked at; a book of more is no price list. */
const SHEETS_MAX = 40;

/** Guesses the layout of each visible sheet from its first rows. */
class Guesses {
  readonly #sheets: SheetGuess[] = [];
  #sheet: {
    readonly name: string;
    readonly rows: messages.SheetRow[];
    extent: number | null;
    hidden: Set<number>;
  } | null = null;

  take(message: messages.ChildMessage): void {
    if (message.kind === 'sheet') {
      this.#close();
      const isGuessed = !message.isHidden && this.#sheets.length < SHEETS_MAX;
      this.#sheet = isGuessed ? { name: message.title, rows: [], extent: null, hidden: new Set() } : null;
    } else if (message.kind === 'hidden' && this.#sheet) this.#sheet.hidden = new Set(message.columns);
    else if (message.kind === 'extent' && this.#sheet) this.#sheet.extent = message.rows;
    else if (message.kind === 'rows' && this.#sheet) this.#look(this.#sheet.rows, message.rows);
  }

  end(): readonly SheetGuess[] {
    this.#close();
    return this.#sheets;
  }

  #look(seen: messages.SheetRow[], rows: messages.PackedRows): void {
    if ((seen.at(-1)?.row ?? 0) >= messages.LOOK_ROWS || (rows[0] as number) > messages.LOOK_ROWS) return;
    seen.push(...messages.unpackRows(rows).filter(({ row }) => row <= messages.LOOK_ROWS));
  }

  #close(): void {
    if (this.#sheet) {
      const { name, rows, extent, hidden } = this.#sheet;
      this.#sheets.push(guessSheet(name, rows, { extent, hidden }));
    }
    this.#sheet = null;
  }
}
