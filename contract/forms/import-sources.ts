import { type Form, ifSent } from '../fields/field.ts';
import {
  everyMinutes,
  isSourceEnabled,
  quietDays,
  sourceBrand,
  sourceKind,
  sourceLimits,
  sourcePreset,
  sourceProvider,
  sourceSecret,
  sourceSettings,
} from '../fields/import-source.ts';
import { referenceTitle } from '../fields/title.ts';

const title = referenceTitle('invalid title', 'Прайс с\u00a0почты');

/** A new source of price lists; what is not sent has its default. */
export const NEW_SOURCE_FORM = {
  kind: sourceKind,
  title,
  providerId: sourceProvider,
  brandId: sourceBrand,
  presetId: ifSent(sourcePreset),
  settings: sourceSettings,
  secret: ifSent(sourceSecret),
  limits: ifSent(sourceLimits),
  everyMinutes: ifSent(everyMinutes),
  quietDays: ifSent(quietDays),
  isEnabled: ifSent(isSourceEnabled),
} satisfies Form;

/** Changes of a source; its kind and whose price lists it brings stay. */
export const SOURCE_FORM = {
  title: ifSent(title),
  presetId: ifSent(sourcePreset),
  settings: ifSent(sourceSettings),
  secret: ifSent(sourceSecret),
  limits: ifSent(sourceLimits),
  everyMinutes: ifSent(everyMinutes),
  quietDays: ifSent(quietDays),
  isEnabled: ifSent(isSourceEnabled),
} satisfies Form;
