import { belowLevel, markupHtml } from '../markdown/markup.ts';

/** The heading of the page stands above. */
const HIGHEST = 2;

/** The block of text of the front page. */
export const frontHtml = (text: string | null): string =>
  text === null ? '' : belowLevel(HIGHEST, markupHtml(text));
