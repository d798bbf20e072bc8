// The kinds of sources (folder, address, mailbox: places from which price lists are fetched by themselves), with the
// settings of each.

const text = { type: 'string' } as const;

interface KindFacts {
  readonly ofRun: string;
  /** What is kept of such a place: properties as JSON schema. */
  readonly settings: Readonly<
    Record<string, { readonly type: 'string' | 'integer' | 'boolean'; readonly description?: string }>
  >;
  /** The settings that say to whom the secret is sent: it is forgotten when one of them changes. */
  readonly secretFor: readonly string[];
}

/** Where price lists come from by themselves. Plain constants: the browser needs them too. */
export const KINDS_OF_SOURCES = {
  /** A folder of this name in IMPORT_DIR. */
  folder: { ofRun: 'папка', settings: { folder: text }, secretFor: [] },
  /** http, https or ftp; `user` signs in with the secret as password. */
  address: { ofRun: 'адрес в\u00a0сети', settings: { url: text, user: text }, secretFor: ['url', 'user'] },
  /** A mailbox over IMAP, and which of its mails count. */
  mail: {
    ofRun: 'почта',
    settings: {
      host: text,
      port: { type: 'integer' },
      isSecure: {
        type: 'boolean',
        description: 'TLS from the first byte; otherwise STARTTLS where the server offers it',
      },
      user: text,
      mailbox: text,
      sender: { type: 'string', description: 'Address, or @domain' },
      subject: { type: 'string', description: 'Text that the subject holds; empty: any' },
    },
    secretFor: ['host', 'port', 'isSecure', 'user'],
  },
} as const satisfies Record<string, KindFacts>;

type Checked<T extends { readonly [Kind in keyof T]: { readonly secretFor: readonly (keyof SettingsIn<T[Kind]>)[] } }> =
  T;
type SettingsIn<Facts> = Facts extends { readonly settings: infer Settings } ? Settings : never;
type Kinds = Checked<typeof KINDS_OF_SOURCES>;
export type SourceKind = keyof Kinds;
export const SOURCE_KINDS = Object.keys(KINDS_OF_SOURCES) as [SourceKind, ...SourceKind[]];

type Values = { readonly string: string; readonly integer: number; readonly boolean: boolean };

/** The settings of a kind; of any where none is named. */
export type SourceSettings<Kind extends SourceKind = SourceKind> = {
  [Each in Kind]: {
    -readonly [Name in keyof Kinds[Each]['settings']]: Kinds[Each]['settings'][Name] extends {
      readonly type: infer Type extends keyof Values;
    }
      ? Values[Type]
      : never;
  };
}[Kind];
