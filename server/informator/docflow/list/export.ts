import type { SignatoryKind } from '../../../../contract/decisions.ts';
import type { DocumentState } from '../../../../contract/docflow.ts';
import type { Column } from '../../../sheets/columns.ts';
import type { Sheet, SheetRow } from '../../../sheets/xlsx.ts';
import { dayOf } from '../../../text/day.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredDocument } from '../document/document.ts';
import { selectDocuments } from '../document/reads.ts';
import { acceptedIn, stateOf } from '../document/signatory-rules.ts';

/** Documents that are read together: the loop answers others between two pages. */
const PAGE = 100;
/** Characters that a cell holds (a limit of spreadsheets). */
const CELL_MAX = 32_767;

const text = (header: string, width: number): Column => ({ header, width, kind: 'text' });

const COLUMNS: readonly Column[] = [
  { header: '№', width: 8, kind: 'integer' },
  text('Дата', 12),
  text('Название', 50),
  text('Тип', 24),
  text('Направление', 24),
  text('Автор', 28),
  text('Состояние', 18),
  { header: 'Подписали', width: 11, kind: 'integer' },
  { header: 'Нужно подписей', width: 18, kind: 'integer' },
  { header: 'Ознакомились', width: 14, kind: 'integer' },
  { header: 'Всего ознакомиться', width: 18, kind: 'integer' },
  text('Ждём', 40),
  text('Ждёт с', 12),
  text('Изменён', 12),
];

const STATES: Readonly<Record<DocumentState, string>> = {
  pending: 'На согласовании',
  declined: 'Отклонён',
  done: 'Завершён',
  none: 'Без подписантов',
};

/** The documents of these ids, in their order, as a table; who has gone meanwhile leaves an empty row. */
export function documentSheet(
  { database: { read }, timeZone }: DocflowContext,
  ids: readonly number[],
): Sheet {
  async function* rows(): AsyncGenerator<readonly SheetRow[]> {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE);
      const documents = new Map((await selectDocuments(read, page)).map((one) => [one.id, one]));
      yield page.map((id) => {
        const document = documents.get(id);
        return document ? rowOf(document, timeZone) : [];
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { name: 'Документы', columns: COLUMNS, rowCount: ids.length, rows: rows() };
}

function rowOf(document: StoredDocument, timeZone: string): SheetRow {
  const { num, createdAt, savedAt, title, task, directing, author, entries, people } = document;
  const nameOf = (uid: string) => people.get(uid)?.name || people.get(uid)?.email || '';
  const asked = entries.filter(({ askedAt }) => askedAt !== null);
  const since = Math.min(...asked.map(({ askedAt }) => askedAt ?? 0));
  const steps = document.route?.steps;
  const counted = (kind: SignatoryKind): [number, number] => {
    const { done, all } = acceptedIn(entries, kind, steps);
    return [done, all];
  };
  return [
    num,
    shownDay(createdAt, timeZone),
    title,
    task.title,
    directing.title,
    author.name || author.email,
    STATES[stateOf(entries, steps)],
    ...counted('acceptor'),
    ...counted('recipient'),
    [...new Set(asked.map(({ uid }) => nameOf(uid)))].join(', ').slice(0, CELL_MAX),
    asked.length === 0 ? '' : shownDay(since, timeZone),
    shownDay(savedAt, timeZone),
  ];
}

/** DD.MM.YYYY */
const shownDay = (moment: number, timeZone: string): string =>
  dayOf(moment, timeZone).split('-').reverse().join('.');
