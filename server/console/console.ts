import { styleText } from 'node:util';
import pino, { type DestinationStream } from 'pino';
import { isSet } from '../../settings/read.ts';
import type { Environment } from '../../settings/setting.ts';
import { endingBox, type Look, type NewAccount } from './ending-box.ts';
import { logLines, plainText } from './log-lines.ts';
import type { Say } from './start-event.ts';
import { startProblem } from './start-problem.ts';
import { wordingOf } from './wording-of.ts';

/** What a process shows: Russian for a person where a stream is a terminal, lines for programs where it is none. */
export interface Console {
  readonly say: Say;
  readonly log: { readonly destination: DestinationStream; readonly level: (set: string) => string };
  /** Tells why the process ends. */
  readonly tellProblem: (error: unknown, dataFolder?: string) => void;
}

/** Standard output is for the person at the console, standard error for the log and for what ends the process. */
export function openConsole({ stdout, stderr }: Streams, environment: Environment): Console {
  const isAsked = isSet('LOG_LEVEL', environment);
  return {
    say: stdout.isTTY ? sayToPerson(stdout, environment) : (event) => console.log(wordingOf(event).english),
    log: stderr.isTTY
      ? {
          destination: logLines((line) => console.error(line), {
            withStacks: environment.LOG_LEVEL === 'debug',
          }),
          // Routine entries are shown only where LOG_LEVEL asks for them.
          level: (set) => (isAsked ? set : 'warn'),
        }
      : { destination: pino.destination(2), level: (set) => set },
    tellProblem: (error, dataFolder) => {
      const problem = startProblem(error, dataFolder);
      if (!('english' in problem)) console.error(problem.unknown);
      else console.error(stderr.isTTY ? problem.russian : problem.english);
    },
  };
}

interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

function sayToPerson(stdout: NodeJS.WriteStream, environment: Environment): Say {
  let administrator: NewAccount | null = null;
  let setupLink = '';
  const demoUsers: NewAccount[] = [];
  return (event) => {
    if (event.kind === 'demo-user') {
      demoUsers.push(event);
      return;
    }
    // Shown at once and again at the end: the password would be lost if the start broke off.
    if (event.kind === 'administrator') administrator = event;
    if (event.kind === 'setup-link') setupLink = event.link;
    const line =
      event.kind === 'opened'
        ? endingBox({ opened: event, administrator, demoUsers, setupLink }, lookOf(stdout, environment))
        : wordingOf(event).russian.split('\n').map(plainText).join('\n');
    console.log(line);
  };
}

const UTF_8 = /utf-?8/i;

function lookOf(stdout: NodeJS.WriteStream, { LC_ALL, LC_CTYPE, LANG, TERM }: Environment): Look {
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  return {
    columns: stdout.columns || 80,
    // Windows has no locale in its environment, and its consoles know the characters.
    hasLines: TERM !== 'dumb' && (process.platform === 'win32' || UTF_8.test(locale)),
    emphasise: (text) => styleText('bold', text, { stream: stdout }),
  };
}
