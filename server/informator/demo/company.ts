import type { ACTIONS } from '../../../contract/access.ts';

export const DEMO_ROLES = ['Директор', 'Менеджер по продажам', 'Кладовщик', 'Бухгалтер'] as const;
export const DEMO_DIRECTINGS = ['Продажи', 'Закупки', 'Склад', 'Бухгалтерия'] as const;
export const DEMO_TASKS = ['Договор', 'Счёт', 'Заявка', 'Накладная', 'Рекламация', 'Приказ'] as const;

type Role = (typeof DEMO_ROLES)[number];
type Directing = (typeof DEMO_DIRECTINGS)[number];
type Task = (typeof DEMO_TASKS)[number];
type Verb = keyof typeof ACTIONS;

/** The role of the administrator who looks at the demonstration. */
export const DEMO_ADMIN_ROLE: Role = 'Директор';

const WRITE: readonly Verb[] = ['create', 'edit'];
const KEEP: readonly Verb[] = ['create', 'edit', 'remove'];

/** Who writes, signs and reads what in a company that sells parts. */
export const DEMO_RIGHTS: readonly (readonly [Role, Directing, Task, readonly Verb[]])[] = [
  ['Директор', 'Продажи', 'Договор', [...KEEP, 'approve', 'acknowledge']],
  ['Директор', 'Продажи', 'Рекламация', ['approve', 'acknowledge']],
  ['Директор', 'Закупки', 'Договор', ['approve', 'acknowledge']],
  ['Директор', 'Закупки', 'Заявка', ['approve']],
  ['Директор', 'Склад', 'Накладная', ['acknowledge']],
  ['Директор', 'Бухгалтерия', 'Счёт', ['approve', 'acknowledge']],
  ['Директор', 'Бухгалтерия', 'Приказ', [...KEEP, 'approve', 'acknowledge']],
  ['Менеджер по продажам', 'Продажи', 'Договор', WRITE],
  ['Менеджер по продажам', 'Продажи', 'Счёт', KEEP],
  ['Менеджер по продажам', 'Продажи', 'Заявка', KEEP],
  ['Менеджер по продажам', 'Продажи', 'Рекламация', WRITE],
  ['Менеджер по продажам', 'Закупки', 'Заявка', WRITE],
  ['Менеджер по продажам', 'Склад', 'Накладная', ['acknowledge']],
  ['Менеджер по продажам', 'Бухгалтерия', 'Приказ', ['acknowledge']],
  ['Кладовщик', 'Продажи', 'Заявка', ['acknowledge']],
  ['Кладовщик', 'Продажи', 'Рекламация', ['approve', 'acknowledge']],
  ['Кладовщик', 'Закупки', 'Заявка', KEEP],
  ['Кладовщик', 'Склад', 'Накладная', [...KEEP, 'approve']],
  ['Кладовщик', 'Бухгалтерия', 'Приказ', ['acknowledge']],
  ['Бухгалтер', 'Продажи', 'Договор', ['approve', 'acknowledge']],
  ['Бухгалтер', 'Продажи', 'Счёт', ['approve', 'acknowledge']],
  ['Бухгалтер', 'Закупки', 'Договор', WRITE],
  ['Бухгалтер', 'Склад', 'Накладная', []],
  ['Бухгалтер', 'Бухгалтерия', 'Счёт', KEEP],
  ['Бухгалтер', 'Бухгалтерия', 'Приказ', ['acknowledge']],
];
