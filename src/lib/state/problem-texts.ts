import { formatNumber } from '../../../rules/format/number.ts';
import { quoted } from '../../../rules/format/quoted.ts';
import { countOf } from '../format/plural.ts';

const MAILS = ['письмо', 'письма', 'писем'] as const;

const because = (problem: string | null): string => (problem ? ` Почтовый сервер ответил: ${problem}` : '');

/** What is wrong, and what to do. */
export const problemTexts = {
  database: (service: string) => ({
    text: `База данных не\u00a0отвечает: ${service}.`,
    advice: 'Проверьте, работает ли сервер базы данных и\u00a0есть ли место на\u00a0его диске.',
  }),
  disk: (free: string, percent: number) => ({
    text: `На\u00a0диске осталось ${free}, это ${percent}\u00a0%.`,
    advice:
      'Удалите ненужное или добавьте места: на\u00a0полном диске не\u00a0сохраняются ни\u00a0файлы, ни\u00a0изменения.',
  }),
  storage: {
    text: 'Хранилище файлов не\u00a0отвечает: фотографии и\u00a0вложения не\u00a0открываются и\u00a0не\u00a0сохраняются.',
    advice:
      'Проверьте, работает ли оно и\u00a0верны ли настройки FILES_URL, FILES_ENDPOINT и\u00a0ключа. Когда оно ответит, всё заработает само.',
  },
  index: (age: string) => ({
    text: `Поиск показывает каталог таким, каким он\u00a0был ${age} назад.`,
    advice: 'Проверьте связь с\u00a0сервером PostgreSQL. Когда она восстановится, поиск догонит сам.',
  }),
  backups: (age: string | null, error: string) => ({
    text: `${age === null ? 'Резервной копии ещё нет.' : `Последняя резервная копия сделана ${age} назад.`}${
      error ? ` Причина: ${error}` : ''
    }`,
    advice:
      'Проверьте, есть ли место и\u00a0доступ к\u00a0папке копий, или сделайте копию командой parts backup.',
  }),
  mailsLate: (service: string, count: number, age: string, problem: string | null) => ({
    text: `Не\u00a0уходят письма (${service}): ${countOf(count, MAILS)}, самое давнее ждёт ${age}.${because(problem)}`,
    advice:
      'Проверьте настройку SMTP_URL и\u00a0почтовый сервер. Письма уйдут сами, как только он\u00a0ответит.',
  }),
  mailsFailed: (service: string, count: number, problem: string | null) => ({
    text: `Не\u00a0отправлено: ${countOf(count, MAILS)} (${service}).${because(problem)}`,
    advice: 'Проверьте адреса и\u00a0почтовый сервер, потом отправьте письма ещё раз.',
  }),
  site: (error: string) => ({
    text: `Страницы сайта не\u00a0собрались: видны прежние.${error ? ` Причина: ${error}` : ''}`,
    advice: 'Сборка повторится сама. Если не\u00a0поможет, перезапустите сервер и\u00a0прочтите его журнал.',
  }),
  requestsOver: (sent: number) => ({
    text: `Сегодня больше не\u00a0принимаются заявки без входа на\u00a0сайт: их\u00a0уже ${formatNumber(String(sent))}.`,
    advice:
      'Посмотрите, настоящие\u00a0ли они. Предел задаёт настройка REQUESTS_PER_DAY, завтра счёт начнётся заново.',
  }),
  requestsOfNewcomersOver: {
    text: 'Сегодня больше не\u00a0принимаются заявки новых покупателей, которые вошли на\u00a0сайт.',
    advice:
      'Посмотрите, настоящие\u00a0ли они. Чьи заявки вы\u00a0уже брали в\u00a0работу, те\u00a0отправляют дальше. Предел задаёт REQUESTS_PER_DAY, завтра счёт начнётся заново.',
  },
  requestSenders: (senders: number) => ({
    text: `Слишком много заявок за\u00a0день: приём остановлен для\u00a0${countOf(senders, ['отправителя', 'отправителей', 'отправителей'])}.`,
    advice:
      'Откуда они, сказано в\u00a0журнале. Если там стоит адрес вашего прокси, проверьте TRUST_PROXY; предел задаёт REQUESTS_PER_ADDRESS.',
  }),
  contacts: (settings: string) => ({
    text: 'Посетители видят вымышленные контакты магазина.',
    advice: `Укажите свои в\u00a0настройках сервера и\u00a0перезапустите его: ${settings}.`,
  }),
  openAdministrators: (count: number) => ({
    text: `У\u00a0${countOf(count, ['администратора', 'администраторов', 'администраторов'])} нет двухэтапного входа.`,
    advice:
      'Пароль можно подсмотреть или выманить, а\u00a0код с\u00a0телефона\u00a0— нет. Каждый включает двухэтапный вход в\u00a0своём кабинете; настройка SECOND_FACTOR=admin сделает его обязательным.',
  }),
  sameEmails: (emails: string) => ({
    text: `Две учётные записи с\u00a0одной почтой, записанной по-разному: ${emails}.`,
    advice:
      'Во\u00a0вторую войти нельзя, пока у\u00a0неё не\u00a0будет другой почты: команда parts admin email, uid указан в\u00a0журнале сервера.',
  }),
  trustsSignUps: {
    text: 'Любой может зарегистрироваться с\u00a0чужой почтой: её никто не\u00a0подтверждает.',
    advice:
      'Кто займёт почту сотрудника заранее, получит и\u00a0его роль. Включите подтверждение (VERIFICATION=on) или закройте регистрацию (REGISTRATION=closed).',
  },
  run: (fileName: string, state: 'failed' | 'interrupted') => ({
    text: `Последний импорт ${state === 'failed' ? 'не\u00a0удался' : 'прерван'}${
      fileName === '' ? '' : `: ${quoted(fileName)}`
    }.`,
    advice: 'Каталог остался прежним. Откройте импорт, чтобы узнать причину.',
  }),
} as const;
