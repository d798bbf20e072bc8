import { type Trouble, troubleOf } from '../database/trouble.ts';

/** Times of trouble, each of which is told once however many requests run into it. */
export interface Episodes {
  /** Whether one is under way. */
  readonly isOpen: boolean;
  /** Whether a failure was told before in its episode; the first one opens it. What is no lasting trouble never was. */
  wasTold(error: unknown): boolean;
  /** Everything works again. */
  end(): void;
}

/** Opens the record of a process. */
export function createEpisodes(): Episodes {
  const open = new Set<Trouble>();
  return {
    get isOpen() {
      return open.size > 0;
    },
    wasTold(error) {
      const trouble = troubleOf(error);
      // Each wait that was too long has a reason of its own.
      if (trouble === null || trouble === 'busy') return false;
      if (open.has(trouble)) return true;
      open.add(trouble);
      return false;
    },
    end: () => open.clear(),
  };
}
