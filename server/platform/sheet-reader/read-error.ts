import { PRICE_LIST_PROBLEMS, type PriceListProblem, type PriceListProblemCode } from '../../../contract/errors.ts';

/** Why a file cannot be read: `code` for programs, `message` in Russian for the person. */
export class ReadError extends Error {
  declare readonly message: PriceListProblem;
  readonly code: PriceListProblemCode;
  /** What the person can do with it beyond the message, for example the names of the sheets. */
  readonly detail: string;

  constructor(code: PriceListProblemCode, detail = '') {
    super(detail ? `${PRICE_LIST_PROBLEMS[code]} (${detail})` : PRICE_LIST_PROBLEMS[code]);
    this.name = 'ReadError';
    this.code = code;
    this.detail = detail;
  }
}

/** Whether `code` is one of the codes of a ReadError. */
export function isReadErrorCode(code: unknown): code is PriceListProblemCode {
  return typeof code === 'string' && Object.hasOwn(PRICE_LIST_PROBLEMS, code);
}
