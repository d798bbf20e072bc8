import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { EndedRun } from '../../../contract/import-notices.ts';
import { notices as texts } from '../../lib/import-notices/notice-texts.ts';
import { importNotices } from '../../lib/import-notices/notices.ts';
import { runs } from '../../lib/import-runs/history-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { Message } from '../ui/Message.tsx';
import { useSeen } from './use-seen.ts';

/** The ended runs that the person wanted to hear of. They stay in sight until the page is left; the menu forgets them at once. */
export function EndedRuns() {
  const { ended } = useStore(importNotices.$notices);
  const [told, setTold] = useState<readonly EndedRun[]>([]);
  useEffect(() => {
    setTold((before) => [...ended.filter(({ id }) => before.every((other) => other.id !== id)), ...before]);
  }, [ended]);
  useSeen(told.map(({ id }) => id));
  if (told.length === 0) return null;
  const isFine = told.every(({ outcome }) => outcome === 'done');
  return (
    <Message kind={isFine ? 'success' : 'warning'}>
      {texts.ended}
      <ul>
        {told.map(({ id, fileName, outcome }) => (
          <li key={id}>
            <a href={paths.importRun(id)}>{texts.endedOf(fileName)}</a>:{' '}
            {runs.outcomeOf({ kind: 'file', outcome })}
          </li>
        ))}
      </ul>
    </Message>
  );
}
