// What administrators send to set up a source (a place from which price lists are fetched by themselves).
import { SOURCE_KINDS, type SourceKind } from '../catalogue/source-kinds.ts';
import type { ApiError } from '../errors.ts';
import { asRecord, type Field, type Form, ifSent, Refusal } from '../fields/field.ts';
import { referenceTitle } from '../fields/text.ts';
import type { SourceLimits } from './sources.ts';

/** Longest setting of a source, and its longest password, characters. */
export const SOURCE_SETTING_MAX = 500;
export const SOURCE_SECRET_MAX = 1_000;

const whole = (error: ApiError, [least, most]: readonly [number, number], description: string): Field<number> => ({
  schema: { type: ['integer', 'string'], minimum: least, maximum: most, pattern: '^\\d{1,9}$', description },
  read: (value) => {
    const number = /^\d{1,9}$/u.test(String(value)) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : new Refusal(error);
  },
});

const sourceKind: Field<SourceKind> = {
  schema: { enum: SOURCE_KINDS, description: 'Where price lists come from' },
  read: (value) => SOURCE_KINDS.find((kind) => kind === value) ?? new Refusal('invalid kind'),
};

const ID_MAX = 999_999_999;
const sourceProvider = whole('provider not found', [1, ID_MAX], 'Id of the provider');
const sourceBrand = whole('brand not found', [1, ID_MAX], 'Id of the brand');
const everyMinutes = whole('invalid minutes', [1, 10_080], 'Minutes between two looks');
const quietDays = whole('invalid days', [0, 365], 'Days without a price list after which it is told; 0: never');

const sourcePreset: Field<number | null> = {
  schema: { type: ['integer', 'string', 'null'], description: 'Id of a preset of the provider; none: guessed' },
  read: (value) => {
    if (value === null || value === '') return null;
    return /^\d{1,9}$/u.test(String(value)) ? Number(value) : new Refusal('preset not found');
  },
};

/** What a kind of source needs; looked at when the kind is known. */
const sourceSettings: Field<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object', description: 'What the kind needs: folder; url and user; or the mailbox' },
  read: (value) => asRecord(value) ?? new Refusal('invalid settings'),
};

const SHARES = ['failedShare', 'skippedShare'] as const;
const FACTOR_MAX = 1_000;

/** The limits within which a received file is applied without a decision. */
const sourceLimits: Field<SourceLimits> = {
  schema: {
    type: 'object',
    description: 'failedShare and skippedShare: 0 to 1 of the rows; priceFactor: from 1',
    examples: [{ failedShare: 0.05, skippedShare: 0.3, priceFactor: 3 }],
  },
  read: (value) => {
    const { failedShare, skippedShare, priceFactor } = (value ?? {}) as Record<string, unknown>;
    const limits = {
      failedShare: Number(failedShare),
      skippedShare: Number(skippedShare),
      priceFactor: Number(priceFactor),
    };
    const areShares = SHARES.every((name) => limits[name] >= 0 && limits[name] <= 1);
    return areShares && limits.priceFactor >= 1 && limits.priceFactor <= FACTOR_MAX
      ? limits
      : new Refusal('invalid limits');
  },
};

const sourceSecret: Field<string> = {
  schema: {
    type: 'string',
    maxLength: SOURCE_SECRET_MAX,
    description: 'Password; kept encrypted and never told; empty: none',
  },
  read: (value) =>
    typeof value === 'string' && value.length <= SOURCE_SECRET_MAX ? value : new Refusal('invalid secret'),
};

const YES: readonly unknown[] = [true, 'true', 'on', '1', 1];
const NO: readonly unknown[] = [false, 'false', 'off', '0', 0, ''];

const isSourceEnabled: Field<boolean> = {
  schema: { enum: [...YES, ...NO], description: 'Whether it is looked at by itself' },
  read: (value) => (YES.includes(value) ? true : NO.includes(value) ? false : new Refusal('invalid enabled')),
};

const title = referenceTitle('invalid title', 'Прайс с\u00a0почты');

const SETTINGS = {
  presetId: ifSent(sourcePreset),
  settings: sourceSettings,
  secret: ifSent(sourceSecret),
  limits: ifSent(sourceLimits),
  everyMinutes: ifSent(everyMinutes),
  quietDays: ifSent(quietDays),
  isEnabled: ifSent(isSourceEnabled),
} satisfies Form;

/** A new source of price lists; what is not sent has its default. */
export const NEW_SOURCE_FORM = {
  kind: sourceKind,
  title,
  providerId: sourceProvider,
  brandId: sourceBrand,
  ...SETTINGS,
} satisfies Form;

/** Changes of a source; its kind and whose price lists it brings stay. */
export const SOURCE_FORM = { title: ifSent(title), ...SETTINGS, settings: ifSent(sourceSettings) } satisfies Form;
