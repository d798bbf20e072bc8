/**
 * What the shop says of itself where the environment is silent; invented, belongs to nobody.
 * Plain constants only, as in limits.ts.
 */
export const COMPANY_DEFAULTS = {
  siteName: 'Запчасти',
  phone: '+7 (000) 000-00-00',
  email: 'zakaz@example.test',
  address: 'г. Челябинск, ул. Примерная, д. 0',
  delivery: 'Деловые Линии, КИТ, Байкал Сервис, Луч',
} as const;
