import { exchangeItems } from '../fields/exchange-items.ts';
import type { Form } from '../fields/field.ts';

/** What an accounting program sends to POST /ut/upload. */
export const EXCHANGE_FORM = { json_data: exchangeItems } satisfies Form;
