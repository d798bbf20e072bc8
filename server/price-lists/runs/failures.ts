// Why an import failed, in words for staff and as answers of the API.
import type { DryRunAnswer, RunCounts, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import type { ApiError, ImportError } from '../../../contract/errors.ts';
import { cutEnd } from '../../../contract/fields/text.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { fileError } from '../../catalogue/sheets/refused-files.ts';
import { troubleAnswer } from '../../platform/http/error-handler.ts';
import { badRequest, conflict, HttpError } from '../../platform/http/request.ts';

/** Texts for errors of a run that no page is watching. */
const TEXTS = typographed<Readonly<Partial<Record<ApiError, string>>>>({
  'file must be in excel format': 'Это не прайс',
  'файл Excel не получен': 'Файл пуст',
  'article is empty': 'Не найден столбец с артикулами: выберите сохранённые настройки',
  'brand not found': 'Бренд удалён',
  'brand of a manufacturer not found': 'Бренд из таблицы «Бренды по производителю» удалён',
  'provider not found': 'Поставщик удалён',
  'import differs': 'Каталог изменился после проверки, и загрузка сделала бы не то, что было показано',
  'import looks wrong': 'Прайс выглядит неверно',
  'upload cancelled': 'Загрузка прервана',
  'too many imports wait': 'Слишком много загрузок ждут своей очереди: повторите позже',
  'too many requests': 'Слишком много попыток: повторите позже',
});

/** Why a run failed, for a person: our words for the error, or its own where those are Russian; null without either. */
export function knownFailure(error: string): string | null {
  const own = (TEXTS as Readonly<Record<string, string | undefined>>)[error];
  return own ?? (/[а-яё]/iu.test(error) ? cutEnd(error, /[.\s]/u) : null);
}

/** The error text for watchers and the history, the same as in the answer of the upload. */
export function shownError(failure: unknown): string {
  if (failure instanceof HttpError) return failure.message;
  return troubleAnswer(failure)?.message ?? 'internal server error';
}

/** The server stops before the turn of a run, and another one, or the next start, goes on with it. */
export const runHandedOverError = () => new HttpError(409, 'run handed over');

/** Why a price list could not be imported, in Russian where we know. */
export function failureText({ message, facts }: HttpError): string {
  const { message: detail, suspicions } = facts as {
    readonly message?: string;
    readonly suspicions?: readonly { readonly text: string }[];
  };
  if (suspicions?.length && message !== 'import differs') return suspicions.map(({ text }) => text).join('\n');
  const text = knownFailure(message) ?? message;
  return detail ? `${text}: ${detail}` : text;
}

export interface DoubtfulFacts {
  readonly suspicions: readonly UploadDoubt[];
  readonly counts: RunCounts;
}

/** What an import would do by now, where that is not what its check has shown. */
export const otherOutcome = (plan: DryRunAnswer) =>
  Object.assign(new Error('import differs'), { code: 'OTHER_OUTCOME', facts: plan });

/** The answer for an error that ended an import, in this thread or in the writer's. */
export function uploadError(error: unknown): unknown {
  // It may have crossed a thread: errors keep their code, message and facts there.
  const { code } = error as { code?: unknown };
  if (code === 'MISSING_OWNER') return badRequest((error as { message: ImportError }).message);
  if (code === 'DOUBTFUL_IMPORT') {
    const { facts } = error as { facts: DoubtfulFacts };
    return conflict('import looks wrong', { ...facts });
  }
  if (code === 'OTHER_OUTCOME') return conflict('import differs', { ...(error as { facts: DryRunAnswer }).facts });
  return fileError(error);
}
