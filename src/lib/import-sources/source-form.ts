import type {
  AddressSettings,
  FolderSettings,
  ImportSource,
  MailSettings,
} from '../../../contract/import-sources.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../contract/source-kinds.ts';

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
