import type { DEMO_DIRECTINGS, DEMO_TASKS } from './company.ts';

/** Who works in the demonstration, by what he does there; the director is its administrator. */
export type DemoPerson = 'director' | 'sales' | 'store' | 'books';

/** Colleagues of the administrator. */
export const DEMO_PEOPLE = [
  { key: 'sales', email: 'sales@example.test', name: 'Ольга Смирнова', role: 'Менеджер по продажам' },
  { key: 'store', email: 'store@example.test', name: 'Пётр Кузнецов', role: 'Кладовщик' },
  { key: 'books', email: 'books@example.test', name: 'Анна Волкова', role: 'Бухгалтер' },
] as const;

export type DemoAct =
  | { readonly kind: 'acceptor' | 'recipient'; readonly by: DemoPerson; readonly declines?: string }
  | { readonly adds: string };

export interface DemoPaper {
  readonly pair: readonly [(typeof DEMO_DIRECTINGS)[number], (typeof DEMO_TASKS)[number]];
  readonly author: DemoPerson;
  readonly title: string;
  readonly description: string;
  readonly acceptor?: readonly DemoPerson[];
  readonly recipient?: readonly DemoPerson[];
  readonly acts?: readonly DemoAct[];
}

const signs = (by: DemoPerson): DemoAct => ({ kind: 'acceptor', by });
const reads = (by: DemoPerson): DemoAct => ({ kind: 'recipient', by });

/** Documents in every state that one can be in, the oldest first. */
export const DEMO_PAPERS: readonly DemoPaper[] = [
  {
    pair: ['Бухгалтерия', 'Приказ'],
    author: 'director',
    title: 'График отпусков',
    description: 'Утверждаю график отпусков на\u00a0год. Изменения согласуются **за\u00a0две недели**.',
    recipient: ['sales', 'store', 'books'],
    acts: [reads('sales'), reads('store'), reads('books')],
  },
  {
    pair: ['Продажи', 'Договор'],
    author: 'sales',
    title: 'Поставка фильтров для\u00a0автопарка',
    description: 'Рамочный договор на\u00a0год. Отгрузка раз в\u00a0месяц по\u00a0заявке покупателя.',
    acceptor: ['director', 'books'],
    recipient: ['director'],
    acts: [signs('books'), signs('director'), reads('director')],
  },
  {
    pair: ['Продажи', 'Рекламация'],
    author: 'sales',
    title: 'Течь сальника коленчатого вала',
    description:
      'Покупатель вернул сальник после двух дней работы. Нужен осмотр и\u00a0решение о\u00a0замене.',
    acceptor: ['store', 'director'],
    acts: [
      { kind: 'acceptor', by: 'store', declines: 'Деталь повреждена при\u00a0установке, это не\u00a0брак.' },
    ],
  },
  {
    pair: ['Склад', 'Накладная'],
    author: 'store',
    title: 'Приёмка подшипников ступицы',
    description: 'Принято 48\u00a0штук, повреждений нет.',
    acceptor: ['store'],
    recipient: ['director', 'sales'],
    acts: [signs('store'), reads('sales')],
  },
  {
    pair: ['Закупки', 'Заявка'],
    author: 'store',
    title: 'Пополнение запаса масляных фильтров',
    description: 'Остаток ниже месячного расхода. Предлагаю заказать 200\u00a0штук.',
    acceptor: ['director'],
  },
  {
    pair: ['Продажи', 'Счёт'],
    author: 'sales',
    title: 'Счёт за\u00a0втулки стабилизатора',
    description: 'Предоплата 50\u00a0%, остаток после отгрузки.',
    acceptor: ['books'],
    acts: [signs('books')],
  },
  {
    pair: ['Продажи', 'Договор'],
    author: 'sales',
    title: 'Перевозка запчастей в\u00a0Екатеринбург',
    description: 'Перевозчик забирает груз со\u00a0склада два раза в\u00a0неделю.',
    acceptor: ['books', 'director'],
    acts: [signs('books'), { adds: 'Добавлено условие о\u00a0страховании груза.' }],
  },
  {
    pair: ['Бухгалтерия', 'Счёт'],
    author: 'books',
    title: 'Аренда склада за\u00a0квартал',
    description: 'Арендодатель повысил ставку на\u00a04\u00a0%.',
    acceptor: ['director'],
    recipient: ['director'],
  },
  {
    pair: ['Продажи', 'Заявка'],
    author: 'sales',
    title: 'Отгрузка насосов системы охлаждения',
    description: 'Собрать к\u00a0пятнице, упаковка усиленная.',
    recipient: ['store'],
  },
];
