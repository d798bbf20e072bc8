import type { ApiError } from '../../../../contract/errors.ts';
import { cutEnd } from '../../../../contract/fields/cut-ends.ts';

/** Errors of the API that a run may meet while nobody looks. */
const TEXTS: Readonly<Partial<Record<ApiError, string>>> = {
  'file must be in excel format': 'Это не\u00a0прайс-лист',
  'файл Excel не получен': 'Файл пуст',
  'article is empty': 'Не\u00a0найден столбец с\u00a0артикулами: выберите сохранённые настройки',
  'brand not found': 'Бренд удалён',
  'brand of a manufacturer not found': 'Бренд из таблицы «Бренды по\u00a0производителю» удалён',
  'provider not found': 'Поставщик удалён',
  'import looks wrong': 'Прайс-лист выглядит неверно',
  'upload cancelled': 'Загрузка отменена',
};

/** Why a run failed, for a person: our words for the error, or its own where those are Russian; null without either. */
export function knownFailure(error: string): string | null {
  const own = (TEXTS as Readonly<Record<string, string | undefined>>)[error];
  return own ?? (/[а-яё]/iu.test(error) ? cutEnd(error, /[.\s]/u) : null);
}
