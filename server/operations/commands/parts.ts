// Entry point of the command line tool `parts`: help, version, `--env`, then the module of the named command. The list
// of commands is in commands.ts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nearestOf } from '../../../settings/report.ts';
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import { COMMANDS } from './commands.ts';

const PACKAGE = new URL('../../../package.json', import.meta.url);
const { version, scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
  version: string;
  scripts: { start: string };
};

const usage = (): string => {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { help }]) => `  ${name.padEnd(width)}  ${help}`);
  return `Команды магазина: parts [--env ФАЙЛ] КОМАНДА …

${lines.join('\n')}

parts КОМАНДА --help рассказывает о команде, parts --version называет версию.
Настройки берутся из окружения, затем из ФАЙЛА; без --env это parts.env рядом с папкой данных, а если его нет — /etc/parts.env.`;
};

/** The words after `--env FILE`, which may stand before the command, and those two for the command's own module. */
function split(words: readonly string[]): { readonly env: string[]; readonly rest: string[] } {
  const [first = '', ...others] = words;
  if (first === '--env') return { env: words.slice(0, 2), rest: words.slice(2) };
  return first.startsWith('--env=') ? { env: [first], rest: others } : { env: [], rest: [...words] };
}

writeForOwnerOnly();
const { env, rest } = split(process.argv.slice(2));
const [name = '--help', ...words] = rest;
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (name === '--help' || name === 'help') console.log(usage());
else if (name === '--version') console.log(version);
else if (!command) {
  const nearest = nearestOf(name, Object.keys(COMMANDS));
  console.error(`Нет такой команды: ${name}.${nearest ? ` Может быть, ${nearest}?` : ''} parts --help назовёт все.`);
  process.exitCode = 2;
} else {
  const module = fileURLToPath(new URL(command.module, import.meta.url));
  // The server takes the place of this process, with the options of Node that package.json has for it.
  const options = scripts.start.split(' ').slice(1, -1);
  if (name === 'start' && process.platform !== 'win32')
    process.execve?.(process.execPath, [process.execPath, ...options, module, ...env, ...words], process.env);
  process.argv = [process.execPath, module, ...env, ...words];
  await import(command.module);
}
