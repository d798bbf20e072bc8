import { spawnSync } from 'node:child_process';

export interface Changes {
  /** Since what, as it is printed. */
  readonly since: string;
  /** Paths from the root, of files that are there. */
  readonly files: readonly string[];
}

/**
 * Files that differ from a revision, committed or not, new ones too. Without a revision: from where this branch left main;
 * on main itself from what the remote has, and where there is no remote from the commit before. Throws what git says.
 */
export function changedFiles(revision: string | undefined): Changes {
  const since = revision ?? beginning();
  const base = git('rev-parse', '--verify', `${since}^{commit}`).trim();
  const files = [
    ...lines(git('diff', '--name-only', '--no-renames', '--diff-filter=d', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ];
  return { since: `${since} (${base.slice(0, 8)})`, files: [...new Set(files)].sort() };
}

/** Every file that git knows or would take. */
export const allFiles = (): readonly string[] => lines(git('ls-files', '--cached', '--others', '--exclude-standard'));

function beginning(): string {
  const onMain = git('rev-parse', '--abbrev-ref', 'HEAD').trim() === 'main';
  const trunk = (onMain ? ['origin/main'] : ['main', 'origin/main']).find(isThere);
  return trunk === undefined ? 'HEAD~1' : git('merge-base', 'HEAD', trunk).trim();
}

const isThere = (revision: string): boolean =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', revision]).status === 0;

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'core.quotePath=off', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout;
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
