// What came of a file of an accounting program (1C), in one line that it shows: everything, or what could not be taken and
// why.
import type { UploadAnswer, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Parsed } from './parse-thread.ts';
import { PROBLEMS, type Problem } from './settings.ts';

type Counted = Pick<UploadAnswer, 'message' | 'skipped' | 'failed'>;

/** What is said of each problem; the number follows. */
const SAID: Readonly<Record<Problem, string>> = {
  id: 'без Ид или с Ид длиннее 250 знаков (пропущено)',
  currency: 'цен не в рублях (не пересчитаны)',
  price: 'цен не прочитано',
  stock: 'остатков не прочитано',
};

/** What of a file could not be taken before it is imported, in words that begin small. */
function problemsOf({ problems, wanted, takenKind, others, kinds }: Parsed): string[] {
  const wrong = PROBLEMS.flatMap((problem) => {
    const found = problems[problem];
    if (!found) return [];
    return [`${SAID[problem]} — ${found.count}${found.first === '' ? '' : `, например «${found.first}»`}`];
  });
  if (takenKind === null && others > 0) {
    const titles = kinds.map(({ title, id }) => `«${title || id}»`).join(', ');
    wrong.push(`в файле нет вида цен «${wanted.title || wanted.id}»${titles && `, есть: ${titles}`}: цены не изменены`);
  }
  return wrong;
}

/** The same for the page of the run, which is to be looked at then. */
export const doubtsOf = (parsed: Parsed): UploadDoubt[] =>
  problemsOf(parsed).map((text) => ({
    kind: 'exchange-partly',
    text: typographed(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`),
  }));

/** The message of what was done, and why that is not all of it (null where it is); `answer` is null where nothing was to be imported. */
export function outcomeOf(
  parsed: Parsed,
  answer: Counted | null,
): { readonly message: string; readonly failure: string | null } {
  const { goods, offers } = parsed;
  const counts = `товаров — ${goods}, предложений — ${offers}`;
  const done = answer === null ? `Принято: ${counts}` : `${answer.message} (${counts})`;
  const wrong = problemsOf(parsed);
  const { skipped = 0, failed = 0 } = answer ?? {};
  if (skipped > 0) wrong.push(`товаров без наименования не создано — ${skipped} (сначала нужна выгрузка товаров)`);
  if (failed > 0) wrong.push(`строк с ошибками — ${failed}`);
  if (wrong.length === 0) return { message: typographed(done), failure: null };
  return { message: typographed(done), failure: typographed(`Загружено не всё: ${wrong.join('; ')}. ${done}`) };
}
