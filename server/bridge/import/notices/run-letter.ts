import type { RunKind, RunOutcome, RunRow } from '../../../../contract/import-runs.ts';
import type { RunCounts } from '../../../../contract/run-counts.ts';
import { COUNT_LABELS } from '../../../../rules/format/count-labels.ts';
import { formatNumber } from '../../../../rules/format/number.ts';
import { quoted } from '../../../../rules/format/quoted.ts';
import { routeLinks } from '../../../../rules/routes/route-links.ts';
import { writeLetter } from '../../../mail/letter.ts';
import type { Letter } from '../../../mail/types.ts';
import { knownFailure } from './known-failure.ts';

/** A longer name of a file is cut in the subject. */
const SUBJECT_NAME_MAX = 80;

type Ended = Pick<
  RunRow,
  'id' | 'kind' | 'outcome' | 'fileName' | 'provider' | 'brand' | 'counts' | 'doubtful' | 'error' | 'undoes'
>;

const SUBJECTS: Readonly<Record<RunOutcome, string>> = {
  queued: 'ждёт',
  running: 'идёт',
  done: 'загружен',
  failed: 'не\u00a0загружен',
  cancelled: 'загрузка отменена',
  interrupted: 'загрузка прервана',
};
const UNDO_SUBJECTS: Readonly<Record<RunOutcome, string>> = {
  queued: 'ждёт',
  running: 'идёт',
  done: 'выполнена',
  failed: 'не\u00a0выполнена',
  cancelled: 'остановлена',
  interrupted: 'прервана',
};
const NOTHING_CHANGED = 'В\u00a0каталоге ничего не\u00a0изменилось.';

/** What whoever asked for it reads at the end of a run: how it ended, what it did, and where to see more. */
export function runLetter(run: Ended, siteAddress: string): Letter {
  const { id, counts, doubtful } = run;
  return writeLetter(subjectOf(run), [
    whatOf(run),
    ...outcomeLines(run),
    ...(run.outcome === 'done' && counts ? [countsLine(counts)] : []),
    ...(doubtful.length > 0 ? ['Похоже, что-то не\u00a0так:', ...doubtful.map(({ text }) => text)] : []),
    { link: siteAddress + routeLinks.importRun(id), label: 'Открыть загрузку' },
  ]);
}

function subjectOf({ kind, fileName, outcome, counts, undoes }: Ended): string {
  if (kind === 'undo') return `Отмена загрузки №\u00a0${undoes ?? ''}: ${UNDO_SUBJECTS[outcome]}`;
  const isPartly = outcome === 'done' && (counts?.failed ?? 0) > 0;
  const name = fileName.length > SUBJECT_NAME_MAX ? `${fileName.slice(0, SUBJECT_NAME_MAX)}…` : fileName;
  return `${thingOf(kind)} ${quoted(name)}: ${isPartly ? 'загружен не\u00a0весь' : SUBJECTS[outcome]}`;
}

const thingOf = (kind: RunKind): string => (kind === 'crosses' ? 'Список кроссов' : 'Прайс');

function whatOf({ id, provider, brand, fileName }: Ended): string {
  const named = (label: string, owner: Ended['provider']) =>
    owner?.title && `${label} ${quoted(owner.title)}`;
  return [`Загрузка №\u00a0${id}`, fileName, named('поставщик', provider), named('бренд', brand)]
    .filter(Boolean)
    .join(', ')
    .concat('.');
}

function outcomeLines({ outcome, error, kind }: Ended): string[] {
  if (outcome === 'interrupted') {
    const again = kind === 'undo' ? 'Отмените загрузку ещё раз.' : 'Загрузите файл ещё раз.';
    return [`Сервер остановился раньше, чем она закончилась. ${NOTHING_CHANGED} ${again}`];
  }
  if (outcome === 'cancelled') return [`Её отменили. ${NOTHING_CHANGED}`];
  if (outcome === 'failed') return [`${knownFailure(error ?? '') ?? 'Ошибка'}. ${NOTHING_CHANGED}`];
  return [];
}

/** What it did, in the words and the order of its page. */
function countsLine(counts: RunCounts): string {
  const names = Object.keys(COUNT_LABELS) as (keyof RunCounts)[];
  const told = names.filter((name) => counts[name] > 0);
  if (told.length === 0) return NOTHING_CHANGED;
  return `Итоги: ${told.map((name) => `${COUNT_LABELS[name]}\u00a0— ${formatNumber(counts[name])}`).join(', ')}.`;
}
