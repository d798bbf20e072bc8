/** The fixed actions; the code looks rights up by these titles. Plain constants: the browser needs them too. */
export const ACTIONS = {
  create: 'Создать',
  edit: 'Редактировать',
  remove: 'Удалить',
  approve: 'Согласовать',
  acknowledge: 'Ознакомиться',
} as const;
export type ActionTitle = (typeof ACTIONS)[keyof typeof ACTIONS];
