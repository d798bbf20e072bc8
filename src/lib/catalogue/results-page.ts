import {
  asksForParts,
  type PartsQuestion,
  questionAddress,
  RESULTS_PATH,
  readQuestion,
} from '../../../rules/parts/question.ts';
import { plainLink } from '../browser/plain-link.ts';
import { tabMemory } from '../tab/tab-memory.ts';
import { titles } from '../texts/titles.ts';
import { searchTitle } from './catalogue-texts.ts';
import { changedFilters, syncFilters } from './filter-fields.ts';
import { keepTop, leftHere, rememberLeft } from './left-page.ts';

/** Session storage key of the last query: a convenience for the empty form, never what a page shows. */
const LAST_QUERY = 'lastQuery';

/** What draws results once somebody does something; loaded then. */
export interface ResultsModule {
  /** Comes to life over what the page came with as the answer to a question. */
  openResults(question: PartsQuestion): Promise<OpenResults>;
}

/** Results that are alive: what shows another question, the next page, or so many parts of this one. */
export interface OpenResults {
  show(question: PartsQuestion, rows: number): Promise<void>;
  more(): Promise<void>;
  growTo(rows: number): Promise<void>;
}

const SIGNS = ['pointerdown', 'focusin', 'keydown'] as const;

const questionHere = (): PartsQuestion => readQuestion(new URLSearchParams(location.search));

/**
 * Ties the search form, the filters, the address and the results together: back, reload and sharing keep the search.
 * What draws them is loaded when somebody does something, or at once where the page came unfilled or was longer when
 * it was left; if it cannot be, addresses are opened as without script.
 */
export function startResultsPage(
  form: HTMLFormElement,
  isFilled: boolean,
  load: () => Promise<ResultsModule>,
): void {
  const field = form.elements.namedItem('query');
  if (!(field instanceof HTMLInputElement)) return;
  // The address may have moved on by the time that the code is there.
  const first = questionHere();
  let opened: Promise<OpenResults> | undefined;
  const results = () => {
    opened ??= load().then((module) => module.openResults(first));
    return opened;
  };

  function describe(field: HTMLInputElement, isFirst: boolean): PartsQuestion {
    const question = questionHere();
    const { query } = question;
    const shown = asksForParts(question) ? query : (tabMemory.getItem(LAST_QUERY) ?? '');
    // Somebody may have begun to type before this code came.
    const typed = isFirst && document.activeElement === field && field.value !== field.defaultValue;
    if (!typed) field.value = shown;
    // What stands there unasked is not something typed.
    field.defaultValue = shown;
    document.title = query === '' ? titles.catalog.title : searchTitle(query);
    document.documentElement.toggleAttribute('data-results', asksForParts(question));
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
      rememberLeft();
      history.pushState(null, '', address);
    }
    show(field, 0).catch(() => location.reload());
    if (isNew) window.scrollTo({ top: 0 });
  }

  const askFilters = (filters: HTMLFormElement) =>
    open(questionAddress(readQuestion(new FormData(filters))), field, false);

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
      open(questionAddress(readQuestion(new Map([['query', field.value]]))), field, true);
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
    if (link?.pathname !== RESULTS_PATH || link.search === '') return;
    event.preventDefault();
    open(link.pathname + link.search, field, true);
  });
  window.addEventListener('pagehide', rememberLeft);
  window.addEventListener('popstate', () => {
    keepTop();
    show(field, leftHere().rows).catch(() => location.reload());
  });

  const question = describe(field, true);
  const { rows } = leftHere();
  if (!isFilled) {
    keepTop();
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
    keepTop();
    void results().then((page) => page.growTo(rows));
  }
}
