import { type PartsQuestion, SWITCHES, TEXT_FILTERS } from '../../../rules/parts/question.ts';

/** Puts the filters of a question into their fields: a browser going back keeps what was chosen last. */
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

function choose(list: HTMLSelectElement, value: string): void {
  const option = [...list.options].find((one) => one.value.toLowerCase() === value.toLowerCase());
  if (option) list.value = option.value;
}
