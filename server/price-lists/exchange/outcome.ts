// What came of a file of an accounting program (1C), in one line that it shows: everything, or what could not be taken and
// why.
import type { UploadAnswer } from '../../../contract/catalogue/runs.ts';
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

/** The message of what was done, and why that is not all of it (null where it is); `answer` is null where nothing was to be imported. */
export function outcomeOf(
  { goods, offers, problems, wanted, takenKind, others, kinds }: Parsed,
  answer: Counted | null,
): { readonly message: string; readonly failure: string | null } {
  const counts = `товаров — ${goods}, предложений — ${offers}`;
  const done = answer === null ? `Принято: ${counts}` : `${answer.message} (${counts})`;
  const wrong = PROBLEMS.flatMap((problem) => {
    const found = problems[problem];
    if (!found) return [];
    return [`${SAID[problem]} — ${found.count}${found.first === '' ? '' : `, например «${found.first}»`}`];
  });
  const { skipped = 0, failed = 0 } = answer ?? {};
  if (skipped > 0) wrong.push(`товаров без наименования не создано — ${skipped} (сначала нужна выгрузка товаров)`);
  if (failed > 0) wrong.push(`строк с ошибками — ${failed}`);
  if (takenKind === null && others > 0) {
    const titles = kinds.map(({ title, id }) => `«${title || id}»`).join(', ');
    wrong.push(`в файле нет вида цен «${wanted.title || wanted.id}»${titles && `, есть: ${titles}`}: цены не изменены`);
  }
  if (wrong.length === 0) return { message: typographed(done), failure: null };
  return { message: typographed(done), failure: typographed(`Загружено не всё: ${wrong.join('; ')}. ${done}`) };
}
