import { useId, useState } from 'react';
import { type Named, NO_RIGHTS } from '../../lib/access/access-rules.ts';
import { access } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { accessStore } from './access-store.ts';

interface Props {
  readonly role: Named;
  readonly others: readonly Named[];
}

/** Ticks for a role exactly what another one has ticked; nothing is saved by that. */
export function CopyRights({ role, others }: Props) {
  const [chosen, setChosen] = useState('');
  const [said, setSaid] = useState('');
  const id = useId();

  function copy() {
    const from = others.find((other) => String(other.id) === chosen);
    if (!from) return;
    const { current } = accessStore.$access.get();
    accessStore.change(role.id, () => current.get(from.id) ?? NO_RIGHTS);
    setSaid(access.copied(from.title, role.title));
  }

  return (
    <div className="copy-rights">
      <label htmlFor={id}>{access.copyFrom}</label>
      <ChoiceSelect id={id} none={access.copyChoose} choices={others} value={chosen} onChange={setChosen} />
      <Button
        aria-label={access.of(access.copy, role.title)}
        aria-disabled={chosen === '' || undefined}
        onClick={copy}
      >
        {access.copy}
      </Button>
      <p role="status" className={said ? 'ok-text small' : 'visually-hidden'}>
        {said}
      </p>
    </div>
  );
}
