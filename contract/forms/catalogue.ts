import { listedArticles } from '../fields/articles.ts';
import type { Form } from '../fields/field.ts';
import { referenceTitle } from '../fields/title.ts';

export const LIST_SEARCH_FORM = { articles: listedArticles } satisfies Form;
/** A brand or a provider. */
export const REFERENCE_FORM = { title: referenceTitle('incorrect title', 'КАМАЗ') } satisfies Form;
