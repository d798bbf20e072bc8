import { listedArticles, listedLines } from '../fields/articles.ts';
import type { Form } from '../fields/field.ts';
import { referenceTitle } from '../fields/title.ts';

export const LIST_SEARCH_FORM = { articles: listedArticles } satisfies Form;
/** POST /search/list/parts. */
export const LIST_PARTS_FORM = { lines: listedLines } satisfies Form;
/** A brand or a provider. */
export const REFERENCE_FORM = { title: referenceTitle('incorrect title', 'КАМАЗ') } satisfies Form;
