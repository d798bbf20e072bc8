// Texts of the links «В заявку» on every public page; they load without those of the page of the request.
import { REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX } from '../../../contract/limits.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Putting } from './basket.ts';

export const adding = typographed({
  request: 'Заявка',
  add: 'В заявку',
  inRequest: 'В заявке',
  wrongAmount: `Укажите целое число от 1 до ${formatNumber(REQUEST_AMOUNT_MAX)}.`,
  done: {
    added: 'Добавлено в заявку.',
    full: `В заявке уже ${REQUEST_ITEMS_MAX} позиций — больше одна заявка не вмещает. Отправьте её и начните следующую.`,
    failed: 'Не добавлено: браузер не может сохранить заявку, на устройстве нет места.',
  } satisfies Record<Putting, string>,
} as const);
