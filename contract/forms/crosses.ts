import { crossArticle, crossMaker, crossWay } from '../fields/cross.ts';
import type { Form } from '../fields/field.ts';

/** POST /crosses. */
export const CROSS_FORM = {
  article: crossArticle('invalid article'),
  maker: crossMaker('invalid maker'),
  crossArticle: crossArticle('invalid cross article'),
  crossMaker: crossMaker('invalid cross maker'),
  way: crossWay,
} satisfies Form;
