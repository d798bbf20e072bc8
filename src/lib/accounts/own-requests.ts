// The list of requests that a signed-in buyer has sent, in the cabinet, with its texts. The request being collected is
// in requests/.
import type { OwnRequestPage } from '../../../contract/requests/requests.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { bridge } from '../platform/session.ts';
import { requests } from '../requests/staff-request-texts.ts';
import { createCursorList } from '../ui/cursor-list.ts';

/** What the signed-in person has sent, newest first. */
export const createOwnRequests = () =>
  createCursorList(
    {
      page: (_: object, cursor: string | null, signal: AbortSignal) =>
        bridge.get('requests/own', { searchParams: cursor ? { cursor } : {}, signal }).json<OwnRequestPage>(),
      rowsOf: ({ requests }) => requests,
    },
    {},
  );

export const ownRequests = typographed({
  heading: 'Мои заявки',
  lead: 'Заявки, которые вы отправили, войдя на сайт, и что с ними сейчас.',
  loading: 'Загружаем…',
  empty: 'Вы ещё ничего не отправляли.',
  toCatalogue: 'Перейти в каталог',
  more: 'Показать более ранние',
  moreFailed: 'Более ранние заявки не загрузились.',
  titleOf: (number: number, moment: string) => `№ ${number} от ${moment}`,
  sum: requests.sum,
  again: 'Собрать такую же заявку',
} as const);
