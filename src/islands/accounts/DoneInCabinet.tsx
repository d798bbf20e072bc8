import { paths } from '../../lib/paths/paths.ts';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly text: string;
  readonly toCabinet: string;
}

/** What came of a change of one's own account, in place of its form, with the way back to the cabinet. */
export const DoneInCabinet = ({ text, toCabinet }: Props) => (
  <Message
    kind="success"
    actions={
      <a ref={focusOnce} className="button main" href={paths.user}>
        {toCabinet}
      </a>
    }
  >
    {text}
  </Message>
);

/** The form took the focus with it. */
const focusOnce = (link: HTMLAnchorElement | null) => link?.focus();
