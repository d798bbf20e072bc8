// What a start ends with at the console of a person.
import { SETUP_TTL_HOURS } from '../../../contract/limits.ts';

/** Where a process that has started is reached, as far as it knows. */
export interface Opened {
  readonly kind: 'opened';
  /** On this machine. */
  readonly listensAt: string;
  /** SITE_URL, or empty. */
  readonly siteUrl: string;
  /** Visitors come through a proxy, whose address is known from SITE_URL only. */
  readonly isBehindProxy: boolean;
  /** Other machines reach it as well. */
  readonly isOpenToOthers: boolean;
  /** False: it answers the API alone. */
  readonly servesPages: boolean;
  readonly showsMails: boolean;
}

export interface NewAccount {
  readonly email: string;
  /** Empty: it was given in ADMIN_PASSWORD. */
  readonly password: string;
}

interface Summary {
  readonly opened: Opened;
  /** Null: none was made now. */
  readonly administrator: NewAccount | null;
  readonly demoUsers: readonly NewAccount[];
  /** What makes an administrator; empty or missing: there is one. */
  readonly setupLink?: string;
}

export interface Look {
  readonly columns: number;
  /** Whether it knows the characters of boxes. */
  readonly hasLines: boolean;
  readonly emphasise: (text: string) => string;
}

const WIDEST = 72;
const INDENT = '  ';

/** The frame has no sides: an address, an e-mail or a password is never broken and is copied alone. */
export function startSummary({ opened, administrator, demoUsers, setupLink = '' }: Summary, look: Look): string {
  const width = Math.min(Math.max(look.columns, 1), WIDEST);
  const prose = (text: string) => wrapped(text, width - INDENT.length).map((line) => INDENT + line);
  const value = (text: string) => INDENT + look.emphasise(text);
  const parts = [
    addressPart(opened),
    ...(administrator ? [accountPart('Администратор создан сейчас:', [administrator])] : []),
    ...(setupLink ? [setupPart(setupLink)] : []),
    ...(demoUsers.length > 0 ? [accountPart('Сотрудники для примера:', demoUsers)] : []),
    ...(hasPassword([administrator, ...demoUsers]) ? [[text('Пароли показаны один раз: сохраните их сейчас.')]] : []),
    [text(nextStep(opened, administrator !== null || setupLink !== '')), text('Остановить: Ctrl+C.')],
  ];
  const lines = parts.flatMap((part) => [
    ...part.flatMap((one) => (one.isValue ? [value(one.text)] : prose(one.text))),
    '',
  ]);
  const title = opened.servesPages ? 'Сайт запущен' : 'Службы запущены';
  const [top, bottom] = frame(title, width, look.hasLines);
  return ['', top, '', ...lines, bottom, ''].join('\n');
}

interface Piece {
  readonly text: string;
  readonly isValue: boolean;
}
const text = (said: string): Piece => ({ text: said, isValue: false });
const value = (said: string): Piece => ({ text: said, isValue: true });

function addressPart({ listensAt, siteUrl, servesPages, ...opened }: Opened): Piece[] {
  const mails = opened.showsMails
    ? [text('Письма никуда не отправляются, прочитать их можно здесь:'), value(`${listensAt}/dev/mail`)]
    : [];
  if (siteUrl)
    return [
      text(servesPages ? 'Адрес сайта:' : 'Адрес сайта, для которого работают службы:'),
      value(siteUrl),
      ...(siteUrl === listensAt ? [] : [text('Сервер слушает здесь:'), value(listensAt)]),
      ...mails,
    ];
  const own = [text(servesPages ? 'Откройте в браузере:' : 'Отвечают по адресу:'), value(listensAt), ...mails];
  if (opened.isBehindProxy)
    return [
      text('Сервер слушает здесь, посетители приходят через прокси:'),
      value(listensAt),
      text(
        'Адрес сайта снаружи неизвестен: укажите его в настройке SITE_URL, иначе ссылки в письмах поведут на этот адрес.',
      ),
    ];
  return opened.isOpenToOthers
    ? [...own, text(`С других компьютеров: адрес этой машины, порт ${new URL(listensAt).port}.`)]
    : own;
}

const setupPart = (link: string): Piece[] => [
  text(`Администратора ещё нет. Станьте им по ссылке (один раз, ${SETUP_TTL_HOURS} часа):`),
  value(link),
];

const accountPart = (heading: string, accounts: readonly NewAccount[]): Piece[] => [
  text(heading),
  ...accounts.flatMap(({ email, password }) => [
    value(email),
    password === '' ? text('(с паролем из настройки ADMIN_PASSWORD)') : value(password),
  ]),
];

const hasPassword = (accounts: readonly (NewAccount | null)[]): boolean =>
  accounts.some((account) => account !== null && account.password !== '');

function nextStep({ servesPages }: Opened, isNew: boolean): string {
  if (!servesPages) return 'Дальше: запустите процесс со страницами или проверьте /ready.';
  return isNew
    ? 'Дальше: откройте адрес, нажмите «Войти» и загрузите свой прайс («Прайс» → «Загрузка прайса»).'
    : 'Дальше: откройте адрес и войдите. Если администратора ещё нет: npm run admin -- create you@example.ru';
}

function frame(title: string, width: number, hasLines: boolean): [string, string] {
  const [left, line, right, lowLeft, lowRight] = hasLines ? ['┌', '─', '┐', '└', '┘'] : ['+', '-', '+', '+', '+'];
  const rest = Math.max(0, width - title.length - 5);
  return [
    `${left}${line} ${title} ${line.repeat(rest)}${right}`,
    `${lowLeft}${line.repeat(Math.max(0, width - 2))}${lowRight}`,
  ];
}

/** A text in lines of at most so many characters; a word that is longer has a line of its own. */
function wrapped(said: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of said.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
