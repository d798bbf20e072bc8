import { requests } from '../request-desk/desk-texts.ts';

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
