import { now } from '../browser/now.ts';
import { createSlideForm, type SlideForm } from './form-store.ts';
import { slideCalls } from './slide-calls.ts';

/** Forms that were left with a failure: the way back finds them as they were, chosen pictures included. */
const left = new Map<number | null, SlideForm>();

/** The form of a slide: the one that was left with a failure, or a new one. `id` null: of a new slide. */
export function slideFormOf(id: number | null): SlideForm {
  const kept = left.get(id);
  if (kept) return kept;
  const form = createSlideForm(slideCalls, id, now);
  void form.open();
  return form;
}

/** Keeps a form for the way back to it. */
export const keepSlideForm = (id: number | null, form: SlideForm): void => void left.set(id, form);

/** Forgets a form that is done with. */
export const dropSlideForm = (id: number | null): void => void left.delete(id);
