import type { Form } from '../fields/field.ts';
import { ifGiven } from '../fields/field.ts';
import { markup } from '../fields/markup.ts';
import { fixedRoute } from '../fields/switch.ts';
import { namingRule, templateRecipients, templateSteps } from '../fields/template.ts';
import { MARKDOWN_MAX } from '../limits.ts';

/** PUT /docflow/templates/{directing}/{task}. */
export const TEMPLATE_FORM = {
  title: namingRule,
  text: ifGiven(markup('invalid description', MARKDOWN_MAX)),
  steps: templateSteps,
  recipients: templateRecipients,
  isFixed: fixedRoute,
} satisfies Form;
