import type { ReactNode } from 'react';

interface MessageProps {
  readonly kind: 'error' | 'success' | 'warning' | 'info';
  readonly children: ReactNode;
  /** Ways on: buttons and links. */
  readonly actions?: ReactNode;
}

/** What happened, in words, read out by itself; an error at once, the rest when there is a pause. */
export function Message({ kind, children, actions }: MessageProps) {
  return (
    <div className={`message ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <div>{children}</div>
      {actions && <div className="buttons">{actions}</div>}
    </div>
  );
}
