import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** A copy of the files of the project, as a clone would have them. */
export async function cloneInto(folder: string): Promise<string> {
  const clone = join(folder, 'clone');
  await mkdir(clone);
  const copy =
    'git ls-files -z --cached --others --exclude-standard | tar --null -T - --ignore-failed-read -cf - | tar -xf - -C "$1"';
  await run('sh', ['-c', copy, 'sh', clone], { cwd: ROOT });
  return clone;
}

/** Makes the release, in this folder or, by default, only in thought. Calls for one folder beside each other would meet. */
export async function pack(into?: string, from = ROOT): Promise<Packed> {
  const where = into ? ['--pack-destination', into] : ['--dry-run'];
  const { stdout } = await run('npm', ['pack', '--json', '--silent', ...where], { cwd: from });
  const answer = JSON.parse(stdout) as Packed[] | Record<string, Packed>;
  const [packed] = Object.values(answer);
  if (!packed) throw new Error(`npm pack said ${stdout}`);
  return packed;
}

/** The release unpacked in a bare folder, with the packages of its lockfile that are not for development, all of it read-only. */
export async function unpackRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parts-release-'));
  onTestFinished(async () => {
    await run('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true, force: true });
  });
  await chmod(folder, 0o755);
  const { filename } = await pack(folder);
  await run('tar', ['-xzf', join(folder, filename), '-C', folder]);
  const code = join(folder, 'package');
  const lock = JSON.parse(await readFile(join(code, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const wanted = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  // Packages within packages come with those.
  const outer = wanted
    .map(([path]) => path)
    .filter((path) => !path.slice('node_modules/'.length).includes('/node_modules/'));
  for (const path of outer) await mkdir(dirname(join(code, path)), { recursive: true });
  const copy = 'for path in "$@"; do [ ! -d "$path" ] || cp -R "$path" "$DEST/$path"; done';
  await run('sh', ['-c', copy, 'sh', ...outer], { cwd: ROOT, env: { ...process.env, DEST: code } });
  await run('chmod', ['-R', 'a-w,a+rX', code]);
  return code;
}
