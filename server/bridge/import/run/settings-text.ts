import type { Decimal } from '../../../sheets/decimal.ts';
import type { ImportSettings } from '../settings.ts';

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'units' in value && 'scale' in value;

/** The settings as the run keeps them; the dictionary is the same for every run. */
export const settingsText = ({ stockWords: _, ...settings }: ImportSettings): string =>
  JSON.stringify(settings, (_name, value: unknown) =>
    isDecimal(value) ? `${value.units}e-${value.scale}` : value,
  );
