import type { Wording } from './problem.ts';
import { type SettingName, textOf } from './read.ts';
import type { Environment, Setting } from './setting.ts';
import { SETTINGS } from './table.ts';

/** What visitors read of a shop; the defaults are invented. */
const CONTACTS = ['SITE_NAME', 'COMPANY_PHONE', 'COMPANY_EMAIL', 'COMPANY_ADDRESS'] as const;

/** Whether a contact is the shop's own, and not the one that the table has for a demonstration. */
export function isStated(name: (typeof CONTACTS)[number], environment: Environment): boolean {
  const { byDefault }: Setting = SETTINGS[name];
  return textOf(name, environment) !== byDefault;
}

/** Contacts that a shop for customers still has to state. */
export const placeholders = (environment: Environment): SettingName[] =>
  isForCustomers(environment) ? CONTACTS.filter((name) => !isStated(name, environment)) : [];

const isForCustomers = (environment: Environment): boolean =>
  textOf('NODE_ENV', environment) === 'production';

/** A line for each setting that a production shop lacks, with what is worse without it. */
export function unsetSettings(environment: Environment): Wording[] {
  if (!isForCustomers(environment)) return [];
  const contacts = placeholders(environment).join(', ');
  const isEmpty = (name: SettingName) => textOf(name, environment) === '';
  return [
    ...(contacts === ''
      ? []
      : [
          {
            english: `Visitors see contacts of nobody until these are set: ${contacts}`,
            russian: `Посетители видят вымышленные контакты, укажите свои: ${contacts}`,
          },
        ]),
    ...(isEmpty('SITE_URL')
      ? [
          {
            english:
              'SITE_URL is not set: links in mails and for search engines lead to where the server listens',
            russian:
              'SITE_URL не указан: ссылки в письмах и для поисковиков ведут на адрес, где слушает сервер',
          },
        ]
      : []),
    ...(isEmpty('SMTP_URL')
      ? [
          {
            english: 'SMTP_URL is not set: mails are not sent, they are laid into DATA_DIR/outbox',
            russian: 'SMTP_URL не указан: письма не отправляются, а складываются в DATA_DIR/outbox',
          },
        ]
      : []),
  ];
}
