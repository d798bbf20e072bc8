import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { parseSettings } from '../../../server/operations/config/settings-lines.ts';
import type { OwnMachine, Way } from './machine.ts';

/** Uid and gid of a user of that machine. */
function idsOf(user: string, machine: OwnMachine): readonly [uid: number, gid: number] {
  const accounts = readFileSync(machine.at('/etc/passwd'), 'utf8').split('\n');
  const [, , uid, gid] = accounts.find((line) => line.startsWith(`${user}:`))?.split(':') ?? [];
  if (uid === undefined) throw new Error(`There is no user ${user}`);
  return [Number(uid), Number(gid)];
}

/**
 * What a unit of systemd starts, and the way in which it does, with the settings that it reads now: everything but the folders
 * that it names is read-only. Its state is made, as systemd makes it.
 */
export function unitOf(path: string, machine: OwnMachine): { readonly words: string[]; readonly way: Way } {
  const lines = readFileSync(machine.at(path), 'utf8').split('\n');
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).flatMap((line) => line.slice(name.length + 1).split(' '));
  const [user = '', cwd = '', umask = '', mode = ''] = ['User', 'WorkingDirectory', 'UMask', 'StateDirectoryMode'].map(
    (name) => all(name)[0],
  );
  if (all('ProtectSystem')[0] !== 'strict') throw new Error('The unit leaves folders open');
  const state = all('StateDirectory').map((name) => `/var/lib/${name}`);
  for (const place of state) {
    mkdirSync(machine.at(place), { recursive: true, mode: Number.parseInt(mode, 8) });
    chownSync(machine.at(place), ...idsOf(user, machine));
  }
  const others = all('ReadWritePaths').filter(
    (place) => !place.startsWith('-') || existsSync(machine.at(place.slice(1))),
  );
  const env: Record<string, string> = { USER: user, LOGNAME: user, HOME: state[0] ?? '/' };
  const given = [
    all('Environment').join('\n'),
    ...all('EnvironmentFile').map((file) => readFileSync(machine.at(file.replace(/^-/, '')), 'utf8')),
  ];
  for (const text of given) Object.assign(env, Object.fromEntries(parseSettings(text).values));
  const writes = [...state, ...others.map((place) => place.replace(/^-/, ''))];
  return { words: all('ExecStart'), way: { user, cwd, umask, env, writes } };
}
