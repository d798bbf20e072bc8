// What staff send to the API to change the lists of roles, directions, types of documents (tasks) and actions, and the
// matrix of who may do what.
import type { AccessEntity, SettingError } from '../errors.ts';
import { emailOfProfile } from '../fields/email.ts';
import { type Field, type FieldSchema, type Form, ifSent } from '../fields/field.ts';
import { referenceTitle } from '../fields/text.ts';
import { ordered, roleToBind } from '../fields/values.ts';

interface RowForms {
  readonly made: { readonly title: Field<string>; readonly ordered?: Field<boolean | undefined> };
  /** What may be left out stays as it is. */
  readonly changed: { readonly ordered?: Field<boolean | undefined>; readonly title: Field<string | undefined> };
}

const rowForms = (error: SettingError, example: string): RowForms => {
  const fields = { title: referenceTitle(error, example) };
  return { made: fields, changed: fields };
};
const taskTitle = referenceTitle('invalid task title', 'Договор поставки');

export const SETTING_FORMS: Readonly<Record<AccessEntity, RowForms>> = {
  role: rowForms('invalid role title', 'Менеджер'),
  directing: rowForms('invalid directing title', 'Закупки'),
  task: { made: { title: taskTitle, ordered }, changed: { ordered, title: ifSent(taskTitle) } },
  action: rowForms('invalid action title', 'Печать'),
};

/**
 * POST /setting/access: `id_<role>[id_<direction>][id_<task>][id_<action>]`, a box of a direction or task itself as
 * `[]` below it; as JSON the same names nested. A role named with nothing below it is cleared, one not named stays.
 * Standing actions are `id_<role>[action][id_<action>]`; where `[action]` is not named, those of the role stay.
 */
export const ACCESS_BODY: FieldSchema = {
  type: 'object',
  minProperties: 1,
  patternProperties: {
    '^id_\\d+((\\[(id_\\d+)?\\]){0,3}|\\[action\\](\\[id_\\d+\\])?)$': {
      description:
        'A ticked box, whatever its text; empty for a role without any; in JSON an object of the names below',
    },
  },
  additionalProperties: false,
  examples: [{ 'id_1[id_2][id_3][id_4]': 'on', id_5: '' }],
};

/** PATCH /setting/access/bundle/role. An empty roleId takes the role away. */
export const BINDING_FORM = { roleId: roleToBind, email: emailOfProfile } satisfies Form;
