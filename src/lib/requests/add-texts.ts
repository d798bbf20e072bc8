import { REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';
import type { Putting } from './basket.ts';

/** What every public page says of the request; it loads without the texts of the page of the request. */
export const adding = {
  request: 'Заявка',
  add: 'В\u00a0заявку',
  inRequest: 'В\u00a0заявке',
  done: {
    added: 'Добавлено в\u00a0заявку.',
    full: `В\u00a0заявке уже ${REQUEST_ITEMS_MAX} позиций\u00a0— больше одна заявка не\u00a0вмещает. Отправьте её и\u00a0начните следующую.`,
    failed: 'Не\u00a0добавлено: браузер не\u00a0может сохранить заявку, на\u00a0устройстве нет места.',
  } satisfies Record<Putting, string>,
} as const;
