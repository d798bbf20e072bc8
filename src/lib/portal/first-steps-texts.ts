// Texts of the list «Первые шаги» on the home of the portal: what the administrator of a new shop has to set up.
import { typographed } from '../../../rules/format/typography.ts';
import type { FirstStep } from './first-steps.ts';

interface StepTexts {
  readonly label: string;
  readonly hint: string;
  /** On the link to where it is done or seen. */
  readonly link: string;
}

export const firstSteps = typographed({
  heading: 'Первые шаги',
  lead: 'Что стоит настроить в новом магазине. Список исчезнет сам, когда всё будет готово.',
  progress: (done: number, all: number) => `Готово: ${done} из ${all}`,
  done: 'готово',
  hide: 'Больше не показывать',
  steps: {
    company: {
      label: 'Данные компании',
      hint: 'Название, телефон, почта и адрес: настройки сервера SITE_NAME, COMPANY_PHONE, COMPANY_EMAIL, COMPANY_ADDRESS.',
      link: 'Посмотреть контакты',
    },
    logo: {
      label: 'Логотип',
      hint: 'Что стоит в шапке сайта: файл картинки в настройке SITE_LOGO, название в SITE_NAME.',
      link: 'Посмотреть шапку',
    },
    mail: { label: 'Почта', hint: 'Через какой сервер уходят письма: настройка SMTP_URL.', link: 'Исходящие письма' },
    prices: {
      label: 'Первый прайс',
      hint: 'Загрузите файл поставщика: проверка покажет, что изменится.',
      link: 'Загрузить прайс',
    },
    colleague: {
      label: 'Первый коллега',
      hint: 'Пригласите коллегу или загрузите список сотрудников из файла.',
      link: 'Пригласить',
    },
    texts: {
      label: 'Язык подписей',
      hint: 'Русские подписи документов и слайдов для всех: настройка PORTAL_TEXTS=ru; для себя — в кабинете.',
      link: 'Выбрать в кабинете',
    },
  } satisfies Record<FirstStep, StepTexts>,
} as const);
