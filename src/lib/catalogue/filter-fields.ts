import { type PartsQuestion, SWITCHES, TEXT_FILTERS } from '../../../rules/parts/question.ts';

/** Puts the filters of a question into their fields. */
export function syncFilters(question: PartsQuestion): void {
  const form = document.querySelector<HTMLFormElement>('form#filters');
  if (!form) return;
  const field = (name: string) => form.elements.namedItem(name);
  for (const name of [...TEXT_FILTERS, 'order', 'query'] as const) {
    const input = field(name);
    if (input instanceof HTMLInputElement) input.value = question[name];
    if (input instanceof HTMLSelectElement) choose(input, question[name]);
  }
  for (const name of SWITCHES) {
    const input = field(name);
    if (input instanceof HTMLInputElement) input.checked = question[name];
  }
}

/**
 * The form of filters where somebody has changed it since the page came. A price that is still being typed is no change
 * yet: its field tells when it is.
 */
export function changedFilters(): HTMLFormElement | null {
  const form = document.querySelector<HTMLFormElement>('form#filters');
  return form && [...form.elements].some(isChanged) ? form : null;
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const came = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(came, 0);
  }
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
  if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue && field !== document.activeElement;
}

function choose(list: HTMLSelectElement, value: string): void {
  const option = [...list.options].find((one) => one.value.toLowerCase() === value.toLowerCase());
  if (option) list.value = option.value;
}
