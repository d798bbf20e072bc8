import { SETUP_TTL_HOURS } from '../../../contract/limits.ts';
import type { Wording } from '../../../settings/problem.ts';

/** What was found empty and filled with demonstration data. */
type Filled = 'catalogue' | 'pages' | 'roles' | 'documents' | 'slides';

/** Where a process that has started is reached, as far as it knows. */
export interface Opened {
  readonly kind: 'opened';
  /** On this machine. */
  readonly listensAt: string;
  /** SITE_URL, or empty. */
  readonly siteUrl: string;
  /** Visitors come through a proxy, whose address only SITE_URL could tell. */
  readonly isBehindProxy: boolean;
  /** Other machines reach it as well. */
  readonly isOpenToOthers: boolean;
  /** False: it answers the API alone. */
  readonly servesPages: boolean;
  /** Whether mails are shown instead of sent. */
  readonly showsMails: boolean;
}

/** Something that the person who starts the server is told. */
type StartEvent =
  | Opened
  | { readonly kind: 'filled'; readonly what: Filled }
  /** `password`: the one that was made up; empty where it was given in ADMIN_PASSWORD. */
  | { readonly kind: 'administrator'; readonly email: string; readonly password: string }
  /** Nobody administrates: whoever follows the link does. */
  | { readonly kind: 'setup-link'; readonly link: string }
  | { readonly kind: 'demo-user'; readonly email: string; readonly password: string }
  | { readonly kind: 'building' }
  | { readonly kind: 'build-failed'; readonly reason: string }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'note'; readonly text: Wording };

export type Announce = (event: StartEvent) => void;

const FILLED: Readonly<Record<Filled, Wording>> = {
  catalogue: {
    english: 'The catalogue was empty: filled with demonstration data.',
    russian: 'Каталог был пуст: заполнен примерами.',
  },
  pages: {
    english: 'There were no company pages: made with demonstration texts.',
    russian: 'Страниц о компании не было: созданы с примерами текстов.',
  },
  roles: {
    english: 'There were no roles: made with demonstration rights.',
    russian: 'Ролей не было: созданы с примерами прав.',
  },
  documents: {
    english: 'There were no documents: made some between demonstration users.',
    russian: 'Документов не было: созданы примеры.',
  },
  slides: {
    english: 'There were no slides: made with demonstration offers.',
    russian: 'Слайдов не было: созданы примеры предложений.',
  },
};

/** What a process says of an event: the English lines are read by programs and stay as they are. */
export function wordingOf(event: StartEvent): Wording {
  switch (event.kind) {
    case 'opened':
      return { english: `Open ${event.listensAt}`, russian: `Сайт работает: ${event.listensAt}` };
    case 'filled':
      return FILLED[event.what];
    case 'administrator':
      return administrator(event.email, event.password);
    case 'setup-link':
      return {
        english: `No administrator yet. Make yourself one with this link, once, within ${SETUP_TTL_HOURS} hours: ${event.link}`,
        russian: `Администратора ещё нет. Станьте им по ссылке (один раз, ${SETUP_TTL_HOURS} часа): ${event.link}`,
      };
    case 'demo-user':
      return {
        english: `Demonstration user: ${event.email}, password: ${event.password} (shown once)`,
        russian: `Пользователь для примера: ${event.email}, пароль: ${event.password}`,
      };
    case 'building':
      return {
        english: 'Building the pages (a few seconds)…',
        russian: 'Строю страницы (несколько секунд)…',
      };
    case 'build-failed':
      return {
        english: `${event.reason}\nThe pages of the last build are shown.`,
        russian: `Страницы не построены, показаны прежние. Причина: ${event.reason}`,
      };
    case 'stopping':
      return { english: 'Stopping…', russian: 'Останавливаюсь…' };
    case 'note':
      return event.text;
  }
}

function administrator(email: string, password: string): Wording {
  const english = `Administrator: ${email}`;
  const russian = `Администратор создан: ${email}`;
  return password === ''
    ? { english, russian }
    : {
        english: `${english}, password: ${password} (shown once)`,
        russian: `${russian}, пароль: ${password}`,
      };
}
