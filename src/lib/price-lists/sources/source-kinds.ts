// How each kind of source (folder, address, mailbox: places from which price lists are fetched) looks in its form and
// in the list: fields, labels, checks.
import {
  KINDS_OF_SOURCES,
  SOURCE_KINDS,
  type SourceKind,
  type SourceSettings,
} from '../../../../contract/catalogue/source-kinds.ts';
import { typographed } from '../../../../rules/format/typography.ts';
import * as sourcePlace from '../../../../rules/price-lists/source-place.ts';

/** A setting of a source as it is typed, or checked: one with a mistake has to be right before it is sent. */
interface PlaceField {
  readonly label: string;
  readonly hint?: string;
  readonly inputMode?: 'numeric' | 'url' | 'email';
  /** Whether the service takes a text; '' is a text, too. */
  readonly isRight?: (text: string) => boolean;
  readonly mistake?: string;
}

interface ShownKind<Kind extends SourceKind> {
  /** In the list of sources. */
  readonly name: string;
  /** In the choice of a new one. */
  readonly from: string;
  readonly fields: { readonly [Name in keyof SourceSettings<Kind>]: PlaceField };
  /** The fields in lines; `secret` is the password. */
  readonly lines: readonly (readonly (keyof SourceSettings<Kind> | 'secret')[])[];
  readonly place: (settings: SourceSettings<Kind>) => string;
}

/** An address with its letters, where the browser has made numbers of them. */
function readableAddress(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

const KINDS = typographed<{ readonly [Kind in SourceKind]: ShownKind<Kind> }>({
  folder: {
    name: 'папка',
    from: 'из папки на сервере',
    fields: {
      folder: {
        label: 'Имя папки',
        hint: 'Папка внутри общей папки прайсов на сервере (настройка IMPORT_DIR). Загруженные файлы переносятся в её подпапку «done», непрочитанные — в «failed».',
        isRight: sourcePlace.isFolderName,
        mistake: 'Имя одной папки: без косых черт и без точки в начале.',
      },
    },
    lines: [['folder']],
    place: ({ folder }) => folder,
  },
  address: {
    name: 'адрес',
    from: 'с адреса в сети',
    fields: {
      url: {
        label: 'Адрес файла',
        hint: 'Начинается с https://, http:// или ftp://. Имя и пароль впишите ниже, а не в адрес.',
        inputMode: 'url',
        isRight: sourcePlace.isSourceAddress,
        mistake: 'Полный адрес: https://…, http://… или ftp://…, без имени и пароля в нём.',
      },
      user: { label: 'Имя пользователя', hint: 'Если сайт просит войти; иначе оставьте пустым.' },
    },
    lines: [['url'], ['user', 'secret']],
    place: ({ url }) => readableAddress(url),
  },
  mail: {
    name: 'почта',
    from: 'на почту',
    fields: {
      host: {
        label: 'Сервер почты (IMAP)',
        hint: 'Например, imap.example.ru.',
        inputMode: 'url',
        isRight: sourcePlace.isMailHost,
        mistake: 'Введите имя сервера без пробелов и без «https://».',
      },
      port: {
        label: 'Порт',
        hint: 'Пусто — обычный: 993 с шифрованием, 143 без него.',
        inputMode: 'numeric',
        isRight: (text) => text === '' || (/^\d+$/u.test(text) && sourcePlace.isPort(Number(text))),
        mistake: 'Порт — целое число от 1 до 65535.',
      },
      isSecure: { label: 'Шифровать соединение (TLS)' },
      user: { label: 'Имя почтового ящика', isRight: (text) => text !== '', mistake: 'Введите имя почтового ящика.' },
      mailbox: { label: 'Папка писем', hint: 'Пусто — входящие (INBOX). Письма только читаются.' },
      sender: {
        label: 'От кого',
        hint: 'Адрес отправителя или @домен — тогда подойдёт любой из этого домена.',
        inputMode: 'email',
        isRight: sourcePlace.isSender,
        mistake: 'Введите адрес или @домен.',
      },
      subject: { label: 'Что в теме', hint: 'Часть темы письма. Пусто — любая.' },
    },
    lines: [['host', 'port'], ['isSecure'], ['user', 'secret', 'sender', 'subject', 'mailbox']],
    place: ({ user, host, mailbox, sender, subject }) =>
      `${user} на ${host}, ${mailbox}, от ${subject === '' ? sender : `${sender}, тема «${subject}»`}`,
  },
});

export type PlaceName = { [Each in SourceKind]: keyof SourceSettings<Each> }[SourceKind];
export type PlaceFlag = {
  [Each in SourceKind]: {
    [Name in keyof SourceSettings<Each>]: SourceSettings<Each>[Name] extends boolean ? Name : never;
  }[keyof SourceSettings<Each>];
}[SourceKind];

/** The settings as they are typed; those of another kind wait until that kind is chosen again. */
export type TypedPlace = { readonly [Name in PlaceName]: Name extends PlaceFlag ? boolean : string };

/** A kind, when it is known only at run time which. */
export const shownKind = (kind: SourceKind) =>
  KINDS[kind] as Omit<ShownKind<SourceKind>, 'fields' | 'lines'> & {
    readonly fields: Readonly<Partial<Record<PlaceName, PlaceField>>>;
    readonly lines: readonly (readonly (PlaceName | 'secret')[])[];
  };

/** Nothing is typed yet, and what can be checked is. */
export const NO_PLACE = Object.fromEntries(
  SOURCE_KINDS.flatMap((kind) =>
    Object.entries(KINDS_OF_SOURCES[kind].settings).map(([name, { type }]) => [name, type === 'boolean' ? true : '']),
  ),
) as TypedPlace;
