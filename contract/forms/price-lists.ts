import { type Form, ifSent } from '../fields/field.ts';
import { presetFields, presetHeaders, presetProvider } from '../fields/preset.ts';
import { referenceTitle } from '../fields/title.ts';

const name = referenceTitle('invalid preset name', 'Розница, без остатков');

/** A saved form of a provider. */
export const PRESET_FORM = {
  providerId: presetProvider,
  name,
  fields: presetFields,
  headers: presetHeaders,
} satisfies Form;
export const PRESET_CHANGE_FORM = {
  name: ifSent(name),
  fields: ifSent(presetFields),
  headers: ifSent(presetHeaders),
} satisfies Form;
