import type { FastifyBaseLogger } from 'fastify';
import { type Trouble, troubleOf } from '../database/trouble.ts';

type Line = (...line: unknown[]) => void;

/** The same log without the lines whose `err` was told before in its episode. */
export function logOncePerEpisode(log: FastifyBaseLogger, episodes: Episodes): FastifyBaseLogger {
  const calm = (level: 'warn' | 'error' | 'fatal') => {
    const write = (log[level] as Line).bind(log);
    return (...line: unknown[]): void => {
      const { err } = (line[0] ?? {}) as { err?: unknown };
      if (!episodes.wasLogged(err)) write(...line);
    };
  };
  return Object.assign(Object.create(log) as FastifyBaseLogger, {
    warn: calm('warn'),
    error: calm('error'),
    fatal: calm('fatal'),
    child: (...parameters: Parameters<FastifyBaseLogger['child']>) =>
      logOncePerEpisode(log.child(...parameters), episodes),
  });
}

/** Times of trouble, each of which is told once however many requests run into it. */
interface Episodes {
  /** Whether one is under way. */
  readonly isOpen: boolean;
  /** Whether a failure was told before in its episode; the first one opens it. What is no lasting trouble never was. */
  wasLogged(error: unknown): boolean;
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
    wasLogged(error) {
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
