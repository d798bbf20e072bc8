// Runs the operator's PUBLISH_COMMAND for a build, and remembers for which one it was done.
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { BUILD_VARIABLES, type Environment } from '../../../settings/variables.ts';
import { runProgram } from '../../platform/child-process/run-program.ts';

/** Shorter than an unused build is kept. */
const TIMEOUT_MS = 5 * 60 * 1000;
const MARK = '.published';

/** The line of the operator that brings each new build to where visitors get it. */
interface PublishCommand {
  /** Whether the command has already been run for a build. */
  knows(built: string): Promise<boolean>;
  /** Runs it for a build, whose folder it finds in SITE_FOLDER. Throws with its last output when it fails. */
  run(built: string, signal: AbortSignal): Promise<void>;
}

export function publishCommand(settings: {
  readonly line: string;
  readonly root: string;
  readonly folder: string;
  readonly environment: Environment;
  readonly log: FastifyBaseLogger;
}): PublishCommand {
  const { line, root, folder, environment, log } = settings;
  const mark = join(folder, MARK);
  return {
    knows: async (built) => (await readFile(mark, 'utf8').catch(() => '')) === basename(built),
    async run(built, signal) {
      try {
        const output = await runProgram({
          command: line,
          shell: true,
          folder: root,
          environment: { ...environment, [BUILD_VARIABLES.siteFolder]: built },
          timeout: TIMEOUT_MS,
          signal,
        });
        log.info({ output }, 'PUBLISH_COMMAND is done');
      } catch (error) {
        throw new Error(`PUBLISH_COMMAND failed:\n${(error as Error).message}`);
      }
      await writeFile(mark, basename(built));
    },
  };
}
