import type { OwnRequestPage } from '../../../contract/requests/requests.ts';
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

/** Texts of one's own requests in the cabinet. */
export const ownRequests = {
  heading: 'Мои заявки',
  lead: 'Заявки, которые вы\u00a0отправили, войдя на\u00a0сайт, и\u00a0что с\u00a0ними сейчас.',
  loading: 'Загружаем…',
  empty: 'Вы\u00a0ещё ничего не\u00a0отправляли.',
  toCatalogue: 'Перейти в\u00a0каталог',
  more: 'Показать более ранние',
  moreFailed: 'Более ранние заявки не\u00a0загрузились.',
  titleOf: (number: number, moment: string) => `№\u00a0${number} от\u00a0${moment}`,
  sum: requests.sum,
  again: 'Собрать такую\u00a0же заявку',
} as const;
