import type { ImportSource } from '../../../contract/import-sources.ts';
import {
  isFolderName,
  isMailHost,
  isPort,
  isSender,
  isSourceAddress,
  secretPlace,
} from '../../../rules/source-place.ts';
import { settingsOf, typedNumber } from './source-body.ts';
import type { SourceForm } from './source-form.ts';

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

const isWhole = (text: string, most: number): boolean =>
  /^\d{1,9}$/u.test(text.trim()) && Number(text) <= most;
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
