import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $profile } from '../../lib/accounts/user-store.ts';
import { $router } from '../../lib/browser/router.ts';
import { commands as texts } from '../../lib/portal/command-texts.ts';
import { commandsFor } from '../../lib/portal/commands.ts';
import { createEntries } from '../../lib/portal/entries-store.ts';
import { findEntries } from '../../lib/portal/find-entries.ts';
import { $portalWords } from '../../lib/portal/portal-words.ts';
import { scopeOf } from '../../lib/portal/search-scope.ts';
import { $seer } from '../../lib/portal/seer.ts';
import { loadProfile } from '../../lib/session/own-profile.ts';

/**
 * The commands for what is typed, with what the services find for it. `searchFirst`: see `commandsFor`. `used`: somebody
 * is at it, and the rights that decide about commands are asked for where no page has done so.
 */
export function useCommands(searchFirst: boolean, used: boolean) {
  useEffect(() => {
    if (used && !$profile.get()) loadProfile().catch(() => {});
  }, [used]);
  const [text, setText] = useState('');
  const [entries] = useState(() => createEntries((asked, signal) => findEntries(asked, $seer.get(), signal)));
  const { found, failed } = useStore(entries.$entries);
  const seer = useStore($seer);
  const words = useStore($portalWords);
  const scope = scopeOf(useStore($router)?.route, seer);
  const items = commandsFor({ text, scope, seer, words, found }, searchFirst);

  function type(next: string) {
    setText(next);
    entries.type(next);
  }

  return { text, type, items, scope, said: failed ? texts.failed : texts.found(items.length) };
}
