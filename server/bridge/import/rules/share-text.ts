import { formatNumber } from '../../../../rules/format/number.ts';

/** `5 из 100`: a part of a whole, in words for a person. */
export const shareText = (part: number, whole: number): string =>
  `${formatNumber(part)}\u00a0из\u00a0${formatNumber(whole)}`;
