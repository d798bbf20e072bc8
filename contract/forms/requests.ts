import type { Form } from '../fields/field.ts';
import {
  buyerEmail,
  buyerName,
  buyerPhone,
  comment,
  consent,
  requestNote,
  requestState,
  trap,
  wantedItems,
} from '../fields/request.ts';

/** POST /requests. One of phone and email has to be given. */
export const REQUEST_FORM = {
  website: trap,
  name: buyerName,
  phone: buyerPhone,
  email: buyerEmail,
  comment,
  consent,
  items: wantedItems,
} satisfies Form;

/** PATCH /requests/{id}. */
export const REQUEST_STATE_FORM = { state: requestState } satisfies Form;

/** POST /requests/{id}/notes. */
export const REQUEST_NOTE_FORM = { note: requestNote } satisfies Form;
