/** Logs a lasting trouble, such as a full disk, once instead of at every request. */
import type { FastifyBaseLogger } from 'fastify';
import { type Trouble, troubleOf } from '../database/trouble.ts';

type Line = (...line: unknown[]) => void;

/** The same log without lines whose `err` was logged before in its episode. */
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

/** Each is logged once however many requests it affects. */
interface Episodes {
  readonly isOpen: boolean;
  /** Whether a failure was logged before in its episode; the first one opens it. False for any transient failure. */
  wasLogged(error: unknown): boolean;
  end(): void;
}

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
