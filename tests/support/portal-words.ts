import { $chosenTexts, $portalWords, type PortalWords } from '../../src/lib/platform/portal-words.ts';

/** The words of the portal in one set, as a user who has chosen it reads them. */
export function portalWordsOf(texts: 'spec' | 'ru'): PortalWords {
  const before = $chosenTexts.get();
  $chosenTexts.set(texts);
  const words = $portalWords.get();
  $chosenTexts.set(before);
  return words;
}
