import type { ApiError } from '../../../../contract/errors.ts';
import type { HttpError } from '../../../http/errors.ts';

/** Errors of the API that an order nobody sees may meet, for the person who looks at what came. */
const TEXTS: Readonly<Partial<Record<ApiError, string>>> = {
  'file must be in excel format': 'Это не\u00a0прайс-лист',
  'файл Excel не получен': 'Файл пуст',
  'article is empty': 'Не\u00a0найден столбец с\u00a0артикулами: выберите сохранённые настройки',
  'brand not found': 'Бренд источника удалён',
  'brand of a manufacturer not found': 'Бренд из таблицы «Бренды по\u00a0производителю» удалён',
  'provider not found': 'Поставщик источника удалён',
  'import looks wrong': 'Прайс-лист выглядит неверно',
  'upload cancelled': 'Загрузка отменена',
};

/** Why a price list could not be imported, in Russian where we know. */
export function failureText({ message, facts }: HttpError): string {
  const { message: detail, suspicions } = facts as {
    readonly message?: string;
    readonly suspicions?: readonly { readonly text: string }[];
  };
  if (suspicions?.length) return suspicions.map(({ text }) => text).join('\n');
  const text = (TEXTS as Readonly<Record<string, string | undefined>>)[message] ?? message;
  return detail ? `${text}: ${detail}` : text;
}
