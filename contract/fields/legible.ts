/**
 * Control and format characters, bidirectional marks, what has no width (Unicode: Default_Ignorable_Code_Point), private
 * characters, and the blank of Braille, which is no space: two names that differ in these alone look the same.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const EVERY_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/** More marks over one letter than any script writes: they run over the lines above and below. */
const STACKED = /\p{M}{4}/u;

/** Whether a name can be read as it is written: no character is hidden, no letter buried under marks. */
export const isLegible = (name: string): boolean =>
  !UNSEEN.test(name) && !STACKED.test(name.normalize('NFC'));

/** The text without the characters that nobody sees. */
export const withoutUnseen = (text: string): string => text.replace(EVERY_UNSEEN, '');
