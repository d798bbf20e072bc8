import type { FirstStep } from './first-steps.ts';

interface StepTexts {
  readonly label: string;
  readonly hint: string;
  /** On the link to where it is done or seen. */
  readonly link: string;
}

/** Texts of what a new shop needs first. */
export const firstSteps = {
  heading: 'Первые шаги',
  lead: 'Что стоит настроить в\u00a0новом магазине. Список исчезнет сам, когда всё будет готово.',
  progress: (done: number, all: number) => `Готово: ${done}\u00a0из\u00a0${all}`,
  done: 'готово',
  hide: 'Больше не\u00a0показывать',
  steps: {
    company: {
      label: 'Данные компании',
      hint: 'Название, телефон, почта и\u00a0адрес: настройки сервера SITE_NAME, COMPANY_PHONE, COMPANY_EMAIL, COMPANY_ADDRESS.',
      link: 'Посмотреть контакты',
    },
    logo: {
      label: 'Логотип',
      hint: 'Что стоит в\u00a0шапке сайта: файл картинки в\u00a0настройке SITE_LOGO, название в\u00a0SITE_NAME.',
      link: 'Посмотреть шапку',
    },
    mail: {
      label: 'Почта',
      hint: 'Через какой сервер уходят письма: настройка SMTP_URL.',
      link: 'Исходящие письма',
    },
    prices: {
      label: 'Первый прайс-лист',
      hint: 'Загрузите файл поставщика: проверка покажет, что изменится.',
      link: 'Загрузить прайс-лист',
    },
    colleague: {
      label: 'Первый коллега',
      hint: 'Пригласите коллегу или загрузите список сотрудников из\u00a0файла.',
      link: 'Пригласить',
    },
    texts: {
      label: 'Язык подписей',
      hint: 'Русские подписи документов и\u00a0слайдов для всех: настройка PORTAL_TEXTS=ru; для себя\u00a0— в\u00a0кабинете.',
      link: 'Выбрать в\u00a0кабинете',
    },
  } satisfies Record<FirstStep, StepTexts>,
} as const;
