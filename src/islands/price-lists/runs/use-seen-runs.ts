// Marks ended runs (imports of price lists) as read in an administrator's menu as soon as the page that shows them is
// visible.
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { importNotices } from '../../../lib/price-lists/import-notices.ts';
import { useOnChange } from '../../ui/hooks.ts';

export function useSeenRuns(runIds: readonly number[]): void {
  const { ended } = useStore(importNotices.$notices);
  const shownIds = ended.filter(({ id }) => runIds.includes(id)).map(({ id }) => id);
  const [shownKey, shownIdsKey] = [runIds, shownIds].map((ids) => ids.join(' '));
  // The end of what has just come into sight may not be known yet.
  useEffect(() => {
    if (shownKey !== '') void importNotices.load();
  }, [shownKey]);
  useOnChange(shownIdsKey, () => {
    const see = () => {
      if (document.visibilityState !== 'visible') return;
      for (const id of shownIds) void importNotices.see(id);
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  });
}
