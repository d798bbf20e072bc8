import { SETUP_TTL_HOURS } from '../../contract/limits.ts';
import type { Wording } from '../../settings/problem.ts';
import type { Filled, StartEvent } from './start-event.ts';

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
