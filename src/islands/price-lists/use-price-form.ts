import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { PRICE_FILE_MAX } from '../../../contract/limits.ts';
import type { GuessAnswer } from '../../../contract/price-list-guess.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { isSameFile } from '../../lib/price-lists/chosen-file.ts';
import { isOwnFile, withFile, withoutFile, withSameFile } from '../../lib/price-lists/guess-settings.ts';
import { DEFAULT_SETTINGS, type UploadSettings } from '../../lib/price-lists/upload-settings.ts';
import { chosenFile, guess, upload } from './stores.ts';
import { useOwner } from './use-owner.ts';
import { useOwners } from './use-owners.ts';
import { type UpdateSettings, usePresets } from './use-presets.ts';

/** What is typed into the upload form, and the file with what the service makes of it. */
export function usePriceForm() {
  const guessed = useStore(guess.$guess);
  const [settings, setSettings] = useState<UploadSettings>(() => upload.draft() ?? DEFAULT_SETTINGS);
  const [file, setFile] = useState<File | null>(null);
  const [before] = useState(chosenFile.read);

  useEffect(() => {
    if (guessed.phase === 'failed') askIfEnded(guessed.failure);
  }, [guessed]);

  const update: UpdateSettings = (change) =>
    setSettings((typed) => {
      const next = change(typed);
      upload.keepDraft(next);
      return next;
    });

  const { owners, gone } = useOwners(settings, update);
  const answer = guessed.phase === 'ready' ? guessed.answer : null;
  const isOwn = answer !== null && isOwnFile(answer);
  const preset = usePresets(settings, answer, update);
  const owner = useOwner(settings, preset, update);

  async function choose(chosen: File | null) {
    const isSame = chosen !== null && isSameFile(chosenFile.read(), chosen);
    setFile(chosen);
    guess.forget();
    // Sheets belong to a file, their names too.
    update((typed) => (isSame ? { ...typed, sheets: [] } : withoutFile(typed, answer)));
    if (chosen === null) return chosenFile.forget();
    if (!isSame) chosenFile.choose(chosen);
    if (chosen.size === 0 || chosen.size > PRICE_FILE_MAX) return;
    const found = await guess.ask(chosen);
    if (found && !isOwnFile(found)) await takeLayout(found, isSame);
  }

  // What is typed while the file is looked at stays, apart from the layout.
  async function takeLayout(found: GuessAnswer, isSame: boolean) {
    if (isSame) update((typed) => withSameFile(typed, found));
    else if (!(await preset.takeSame(found))) update((typed) => withFile(typed, found));
  }

  return {
    owners,
    /** What of the chosen provider and brand was deleted meanwhile, in words; '' for nothing. */
    gone,
    settings,
    /** What is sent: nothing that is typed goes along with the catalogue's own list. */
    sent: isOwn ? DEFAULT_SETTINGS : settings,
    file,
    /** The file that was at hand before the page was loaded anew; null once a file is chosen. */
    before: file === null ? before : null,
    guessed,
    fileId: answer?.fileId ?? null,
    isOwn,
    preset,
    owner,
    update,
    choose,
  };
}
export type PriceForm = ReturnType<typeof usePriceForm>;
