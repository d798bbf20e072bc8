// The first script of the page of results in the browser: ties search form, filters, address and place on the page
// together. What asks and keeps answers (search-store.ts) is loaded with the first action.
import type { PartsAnswer } from '../../../contract/catalogue/parts.ts';
import * as asked from '../../../rules/catalogue/question.ts';
import { givenData } from '../platform/given-data.ts';
import { plainLink } from '../platform/plain-link.ts';
import { tabMemory } from '../platform/tab-memory.ts';
import { resultsTitle } from './catalogue-texts.ts';

/** Session storage key of the last query: a convenience for the empty form, never what a page shows. */
const LAST_QUERY = 'lastQuery';

/** What draws results after the first action of the visitor; loaded then. */
export interface ResultsModule {
  /** Comes to life over what the page came with as the answer to a question. */
  openResults(question: asked.PartsQuestion): Promise<OpenResults>;
}

/** Results that are alive: what shows another question, the next page, or so many parts of this one. */
interface OpenResults {
  show(question: asked.PartsQuestion, rows: number): Promise<void>;
  more(): Promise<void>;
  growTo(rows: number): Promise<void>;
}

const SIGNS = ['pointerdown', 'focusin', 'keydown'] as const;

const questionHere = (): asked.PartsQuestion => asked.readQuestion(new URLSearchParams(location.search));

/**
 * Ties the search form, the filters, the address and the results together: back, reload and sharing keep the search.
 * What draws them is loaded with the visitor's first action, or at once where the page came unfilled or was longer when
 * it was left; if it cannot be, addresses are opened as without script.
 */
export function startResultsPage(form: HTMLFormElement, isFilled: boolean, load: () => Promise<ResultsModule>): void {
  const field = form.elements.namedItem('query');
  if (!(field instanceof HTMLInputElement)) return;
  // The address may have moved on by the time that the code is there.
  const first = questionHere();
  let opened: Promise<OpenResults> | undefined;
  const results = () => {
    opened ??= load().then((module) => module.openResults(first));
    return opened;
  };

  function describe(field: HTMLInputElement, isFirst: boolean): asked.PartsQuestion {
    const question = questionHere();
    const { query } = question;
    const shown = asked.asksForParts(question) ? query : (tabMemory.getItem(LAST_QUERY) ?? '');
    // The visitor may have begun to type before this code came.
    const typed = isFirst && document.activeElement === field && field.value !== field.defaultValue;
    if (!typed) field.value = shown;
    // What stands there unasked is not something typed.
    field.defaultValue = shown;
    // The title of a page that came filled says what it found.
    if (!isFirst || !isFilled) document.title = resultsTitle(query || asked.chosenText(question));
    document.documentElement.toggleAttribute('data-results', asked.asksForParts(question));
    if (query !== '') tabMemory.setItem(LAST_QUERY, query);
    return question;
  }

  async function show(field: HTMLInputElement, rows: number): Promise<void> {
    const question = describe(field, false);
    syncFilters(question);
    await (await results()).show(question, rows);
    // Another filter may have been set meanwhile.
    syncFilters(questionHere());
  }

  function open(address: string, field: HTMLInputElement, isNew: boolean): void {
    if (address !== location.pathname + location.search) {
      rememberPosition();
      history.pushState(null, '', address);
    }
    show(field, 0).catch(() => location.reload());
    if (isNew) window.scrollTo({ top: 0 });
  }

  const askFilters = (filters: HTMLFormElement) =>
    open(asked.questionAddress(asked.readQuestion(new FormData(filters))), field, false);

  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (event.defaultPrevented || !(target instanceof HTMLFormElement)) return;
    if (target !== form && target.id !== 'filters') return;
    event.preventDefault();
    if (submitter?.getAttribute('name') === 'cursor') {
      results().then(
        (page) => page.more(),
        () => location.reload(),
      );
    } else if (target === form) {
      open(asked.questionAddress(asked.readQuestion(new Map([['query', field.value]]))), field, true);
      // The keyboard of a phone would cover the results.
      if (matchMedia('(pointer: coarse)').matches) field.blur();
    } else askFilters(target);
  });
  document.addEventListener('change', ({ target }) => {
    const filters = target instanceof Element ? target.closest('form') : null;
    if (filters?.id === 'filters') askFilters(filters);
  });
  document.addEventListener('click', (event) => {
    const link = plainLink(event);
    if (link?.pathname !== asked.RESULTS_PATH || link.search === '') return;
    event.preventDefault();
    open(link.pathname + link.search, field, true);
  });
  window.addEventListener('pagehide', rememberPosition);
  window.addEventListener('popstate', () => {
    keepPosition();
    show(field, leftPosition().rows).catch(() => location.reload());
  });

  const question = describe(field, true);
  const { rows } = leftPosition();
  if (!isFilled) {
    keepPosition();
    void show(field, rows);
    return;
  }
  const place = document.getElementById('results');
  const start = () => {
    for (const sign of SIGNS) place?.removeEventListener(sign, start);
    // A failure shows when something is asked for.
    results().catch(() => (opened = undefined));
  };
  for (const sign of SIGNS) place?.addEventListener(sign, start);
  // The fields work before this code comes: what was chosen meanwhile is asked for now.
  const chosen = changedFilters();
  if (chosen) {
    askFilters(chosen);
    return;
  }
  syncFilters(question);
  if (rows > document.querySelectorAll('.part').length) {
    keepPosition();
    void results().then((page) => page.growTo(rows));
  }
}

function syncFilters(question: asked.PartsQuestion): void {
  const form = document.querySelector<HTMLFormElement>('form#filters');
  if (!form) return;
  const field = (name: string) => form.elements.namedItem(name);
  for (const name of [...asked.TEXT_FILTERS, 'order', 'query', 'plain'] as const) {
    const input = field(name);
    if (input instanceof HTMLInputElement) input.value = question[name];
    if (input instanceof HTMLSelectElement) choose(input, question[name]);
  }
  for (const name of asked.SWITCHES) {
    const input = field(name);
    if (input instanceof HTMLInputElement) input.checked = question[name];
  }
}

/** The form of filters where the visitor has changed it; a price that is still being typed is no change yet. */
function changedFilters(): HTMLFormElement | null {
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

/** How far down a page of results was when it was left; kept with its entry of the history. */
interface Left {
  readonly rows: number;
  readonly top: number;
}

function leftPosition(): Left {
  const { rows, top } = (history.state ?? {}) as Partial<Record<keyof Left, unknown>>;
  return { rows: Number(rows) || 0, top: Number(top) || 0 };
}

function rememberPosition(): void {
  const left: Left = { rows: document.querySelectorAll('.part').length, top: window.scrollY };
  history.replaceState(left, '');
}

let topToRestore = 0;

/** Scrolls to where this page was left, as soon as `restorePosition` finds so much drawn. */
function keepPosition(): void {
  topToRestore = leftPosition().top;
}

/** Scrolls to where the results were left, once as many are drawn again. */
export function restorePosition(rows: number): void {
  if (topToRestore === 0 || rows < leftPosition().rows) return;
  window.scrollTo({ top: topToRestore, behavior: 'instant' });
  topToRestore = 0;
}

export const readServedAnswer = () => givenData<PartsAnswer>();
