/** The job that writes the journal as an .xlsx file, in a thread. */
import { Writable } from 'node:stream';
import { type AuditDetails, COMMAND_LINE_ACTOR } from '../../../contract/journal/events.ts';
import { auditDetails, auditTitle } from '../../../contract/journal/words.ts';
import { type Job, type QueryText, selectInJob } from '../../platform/database/jobs.ts';
import { type Column, type SheetRow, writeXlsx } from '../../platform/sheets/write-xlsx.ts';
import type { AuditEventRow } from '../store/schema.ts';

/** What stands in `page` for the place that it goes on after. */
export const AFTER = { at: '@at', id: '@id' } as const;

export interface ExportArgs {
  readonly count: QueryText;
  /** A page after the place AFTER. */
  readonly page: QueryText;
  /** Rows of the file at most: the newest ones. */
  readonly most: number;
  readonly timeZone: string;
}

/** Emits the bytes of an .xlsx with the entries of a filter, from one snapshot. */
const write: Job<ExportArgs, number, Uint8Array> = async (
  connection,
  { count, page, most, timeZone },
  emit,
  signal,
) => {
  const [counted] = await selectInJob<{ count: number }>(connection, count);
  const rowCount = Math.min(Number(counted?.count ?? 0), most);
  const toRow = rowWriter(timeZone);
  const pageAfter = (last: Pick<ShownRow, 'at' | 'id'>) => {
    const places = new Map<unknown, number>([
      [AFTER.at, Number(last.at)],
      [AFTER.id, Number(last.id)],
    ]);
    const parameters = page.parameters.map((value) => places.get(value) ?? value);
    return selectInJob<ShownRow>(connection, { ...page, parameters });
  };

  async function* pages(): AsyncGenerator<readonly SheetRow[]> {
    let last = { at: Number.MAX_SAFE_INTEGER, id: 0 };
    for (;;) {
      signal.throwIfAborted();
      const rows = await pageAfter(last);
      const end = rows.at(-1);
      if (!end) return;
      yield rows.map(toRow);
      last = end;
    }
  }

  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      emit(new Uint8Array(chunk));
      done();
    },
  });
  await writeXlsx({ name: 'Журнал', columns: COLUMNS, rowCount, rows: pages() }, output, { signal });
  return rowCount;
};
export default write;

const COLUMNS: readonly Column[] = [
  { header: 'Когда', width: 20, kind: 'text' },
  { header: 'Событие', width: 36, kind: 'text' },
  { header: 'Раз', width: 8, kind: 'integer' },
  { header: 'Последний раз', width: 20, kind: 'text' },
  { header: 'Кто', width: 30, kind: 'text' },
  { header: 'Кому или что', width: 30, kind: 'text' },
  { header: 'Адрес', width: 18, kind: 'text' },
  { header: 'Подробности', width: 60, kind: 'text' },
  { header: 'Браузер', width: 60, kind: 'text' },
];

/** Makes rows of entries, moments in the time zone of the shop. Every text is inert: none is ever a formula. */
function rowWriter(timeZone: string): (row: ShownRow) => SheetRow {
  const format = new Intl.DateTimeFormat('ru-RU', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const momentOf = (moment: number | null) => (moment === null ? '' : format.format(Number(moment)));
  return ({ at, event, count, last_at, actor, target, client, details, agent }) => [
    momentOf(at),
    auditTitle(event, detailsOf(details)),
    Number(count),
    momentOf(last_at),
    actor === COMMAND_LINE_ACTOR ? 'командная строка' : (actor ?? ''),
    target ?? '',
    client ?? '',
    auditDetails(detailsOf(details)),
    agent ?? '',
  ];
}

export const SHOWN = [
  'id',
  'at',
  'last_at',
  'count',
  'event',
  'actor',
  'target',
  'client',
  'agent',
  'details',
] as const;
export type ShownRow = Pick<AuditEventRow, (typeof SHOWN)[number]>;

/** The details of a row as they were recorded. */
export const detailsOf = (details: string | null): Record<string, string | number | boolean> =>
  details === null ? {} : (JSON.parse(details) as AuditDetails & Record<string, string>);
