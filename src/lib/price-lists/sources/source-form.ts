import { SOURCE_KINDS, type SourceKind } from '../../../../contract/price-lists/source-kinds.ts';
import type {
  AddressSettings,
  FolderSettings,
  ImportSource,
  MailSettings,
  SourceLimits,
} from '../../../../contract/price-lists/sources.ts';
import {
  isFolderName,
  isMailHost,
  isPort,
  isSender,
  isSourceAddress,
  secretPlace,
} from '../../../../rules/price-lists/source-place.ts';

/** The form of a source as it is typed; what belongs to another kind waits until that kind is chosen again. */
export interface SourceForm {
  readonly kind: SourceKind;
  readonly title: string;
  readonly providerId: string;
  readonly brandId: string;
  /** '': the layout is guessed. */
  readonly presetId: string;
  readonly folder: string;
  readonly url: string;
  readonly user: string;
  readonly host: string;
  /** '': the usual one. */
  readonly port: string;
  readonly isSecure: boolean;
  readonly mailbox: string;
  readonly sender: string;
  readonly subject: string;
  /** '' while a source that has one is changed: it stays. */
  readonly secret: string;
  readonly forgetsSecret: boolean;
  readonly everyMinutes: string;
  readonly quietDays: string;
  /** Per cent. */
  readonly failedShare: string;
  readonly skippedShare: string;
  readonly priceFactor: string;
  readonly isEnabled: boolean;
}

/** The form of a new source, with the limits that the service has by default. */
export const NEW_SOURCE: SourceForm = {
  kind: SOURCE_KINDS[0],
  title: '',
  providerId: '',
  brandId: '',
  presetId: '',
  folder: '',
  url: '',
  user: '',
  host: '',
  port: '',
  isSecure: true,
  mailbox: '',
  sender: '',
  subject: '',
  secret: '',
  forgetsSecret: false,
  everyMinutes: '60',
  quietDays: '7',
  failedShare: '5',
  skippedShare: '30',
  priceFactor: '3',
  isEnabled: true,
};

/** The form of a source that is there. */
export function formOf(source: ImportSource): SourceForm {
  const { kind, limits } = source;
  return {
    ...NEW_SOURCE,
    kind,
    title: source.title,
    providerId: String(source.providerId),
    brandId: String(source.brandId),
    presetId: source.presetId === null ? '' : String(source.presetId),
    ...placeOf(source),
    everyMinutes: String(source.everyMinutes),
    quietDays: String(source.quietDays),
    failedShare: percentOf(limits.failedShare),
    skippedShare: percentOf(limits.skippedShare),
    priceFactor: String(limits.priceFactor).replace('.', ','),
    isEnabled: source.isEnabled,
  };
}

/** Shares are kept as parts of one: 0.07 must not become 7.000000000000001 %. */
const percentOf = (share: number): string => String(Number((share * 100).toFixed(2))).replace('.', ',');

function placeOf({ kind, settings }: ImportSource): Partial<SourceForm> {
  if (kind === 'folder') return { folder: (settings as FolderSettings).folder };
  if (kind === 'address') {
    const { url, user } = settings as AddressSettings;
    return { url, user };
  }
  const { port, ...mail } = settings as MailSettings;
  return { ...mail, port: String(port) };
}

/** What is sent of a source, its kind and its owners apart. */
export interface SourceBody {
  readonly title: string;
  readonly presetId: number | null;
  readonly settings: Readonly<Record<string, string | boolean>>;
  readonly secret?: string;
  readonly limits: SourceLimits;
  readonly everyMinutes: number;
  readonly quietDays: number;
  readonly isEnabled: boolean;
}

/** What is sent of a new one. */
export interface NewSourceBody extends SourceBody {
  readonly kind: SourceKind;
  readonly providerId: number;
  readonly brandId: number;
}

/** A number as a person types it; NaN for anything else. */
function typedNumber(text: string): number {
  const plain = text.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/u.test(plain) ? Number(plain) : Number.NaN;
}

/** The changes of a form without mistakes. A secret that was not typed stays as it is. */
export function sourceBody(form: SourceForm): SourceBody {
  return {
    title: form.title.trim(),
    presetId: form.presetId === '' ? null : Number(form.presetId),
    settings: settingsOf(form),
    ...secretOf(form),
    limits: {
      failedShare: typedNumber(form.failedShare) / 100,
      skippedShare: typedNumber(form.skippedShare) / 100,
      priceFactor: typedNumber(form.priceFactor),
    },
    everyMinutes: Number(form.everyMinutes),
    quietDays: Number(form.quietDays.trim()),
    isEnabled: form.isEnabled,
  };
}

/** A new source of a form without mistakes. */
export const newSourceBody = (form: SourceForm): NewSourceBody => ({
  ...sourceBody(form),
  kind: form.kind,
  providerId: Number(form.providerId),
  brandId: Number(form.brandId),
});

function secretOf({ kind, secret, forgetsSecret }: SourceForm): { readonly secret?: string } {
  if (kind === 'folder') return {};
  if (forgetsSecret) return { secret: '' };
  return secret === '' ? {} : { secret };
}

/** Where a form says that price lists are looked for. */
function settingsOf(form: SourceForm): SourceBody['settings'] {
  const { kind, folder, url, user, host, port, isSecure, mailbox, sender, subject } = form;
  if (kind === 'folder') return { folder: folder.trim() };
  if (kind === 'address') return { url: url.trim(), user: user.trim() };
  return {
    host: host.trim(),
    port: port.trim(),
    isSecure,
    user: user.trim(),
    mailbox: mailbox.trim(),
    sender: sender.trim(),
    subject: subject.trim(),
  };
}

/** Fields that may be wrong. */
export type SourceField =
  | 'title'
  | 'providerId'
  | 'brandId'
  | 'folder'
  | 'url'
  | 'host'
  | 'port'
  | 'user'
  | 'secret'
  | 'sender'
  | 'quietDays'
  | 'failedShare'
  | 'skippedShare'
  | 'priceFactor';

type Rule = (form: SourceForm) => boolean;

const QUIET_DAYS_MAX = 365;
const FACTOR_MAX = 1_000;

const isWhole = (text: string, most: number): boolean => /^\d{1,9}$/u.test(text.trim()) && Number(text) <= most;
const isPercent = (text: string): boolean => typedNumber(text) <= 100;

/** What each field has to be, whatever the kind; those of a place are asked only for their kind. */
const RULES: Readonly<Partial<Record<SourceField, Rule>>> = {
  title: ({ title }) => title.trim() !== '',
  providerId: ({ providerId }) => providerId !== '',
  brandId: ({ brandId }) => brandId !== '',
  quietDays: ({ quietDays }) => isWhole(quietDays, QUIET_DAYS_MAX),
  failedShare: ({ failedShare }) => isPercent(failedShare),
  skippedShare: ({ skippedShare }) => isPercent(skippedShare),
  priceFactor: ({ priceFactor }) => typedNumber(priceFactor) >= 1 && typedNumber(priceFactor) <= FACTOR_MAX,
};

const PLACE_RULES: Readonly<Record<SourceForm['kind'], Readonly<Partial<Record<SourceField, Rule>>>>> = {
  folder: { folder: ({ folder }) => isFolderName(folder.trim()) },
  address: { url: ({ url }) => isSourceAddress(url.trim()) },
  mail: {
    host: ({ host }) => isMailHost(host.trim()),
    port: ({ port }) => port.trim() === '' || isPort(typedNumber(port)),
    user: ({ user }) => user.trim() !== '',
    sender: ({ sender }) => isSender(sender.trim()),
  },
};

/** Whether the service is going to forget the secret of a source, because the form names another place and no secret. */
export const losesSecret = (form: SourceForm, source: ImportSource | null): boolean =>
  source?.hasSecret === true &&
  !form.forgetsSecret &&
  form.secret === '' &&
  secretPlace(settingsOf(form)) !== secretPlace(source.settings);

/** The fields of a form that the service would refuse, and a secret that it would forget; `source` is the one changed. */
export function sourceMistakes(form: SourceForm, source: ImportSource | null): ReadonlySet<SourceField> {
  const rules = Object.entries({ ...RULES, ...PLACE_RULES[form.kind] }) as [SourceField, Rule][];
  const refused = rules.flatMap(([name, isRight]) => (isRight(form) ? [] : [name]));
  return new Set(losesSecret(form, source) ? [...refused, 'secret' as const] : refused);
}
