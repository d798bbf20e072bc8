// @module-tag deep
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AccountsService } from '../../../server/accounts/index.ts';
import { openAccounts } from '../../../server/operations/services/databases.ts';
import { createLimits } from '../../../server/platform/http/limits.ts';
import { readLaidMail } from '../../../server/platform/mail/transports.ts';
import { codeAt } from '../../support/authenticator.ts';
import { machineEnvironment } from '../../support/machine-environment.ts';
import { EVENING } from '../../support/moment.ts';
import { environmentAt } from '../../support/real-time/test-now.ts';
import { openPostOffice } from '../mail/post-office.ts';
import { email, keepingTransport, PASSWORD, settingsOf } from './shop.ts';

const COMMAND = join(import.meta.dirname, '../../../server/operations/commands/admin.ts');
const ANNA = 'anna@example.ru';
const CLIENT = { address: '192.0.2.1', agent: 'test' };

describe('the admin command beside a running service', () => {
  let folder: string;
  let mauth: AccountsService;
  let environment: Record<string, string>;

  beforeEach(async () => {
    environment = {};
    folder = await mkdtemp(join(tmpdir(), 'parts-admin-'));
    mauth = await openAccounts({
      location: { dialect: 'sqlite', file: join(folder, 'mauth.db') },
      ...settingsOf(keepingTransport()),
      limits: createLimits(),
    });
  });
  afterEach(async () => {
    await mauth.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the command with `input` piped in; its output and its exit code. */
  async function admin(input: string | null, ...args: string[]) {
    const env = { ...environmentAt(EVENING), ...machineEnvironment(), DATA_DIR: folder, ...environment };
    const child = spawn(process.execPath, [COMMAND, ...args], {
      env,
      stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    child.stdin?.end(input);
    let out = '';
    let problem = '';
    child.stdout?.on('data', (text) => {
      out += text;
    });
    child.stderr?.on('data', (text) => {
      problem += text;
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, out: out.trim(), problem: problem.trim() };
  }
  const signIn = (password: string) => mauth.sessions.signIn(email(ANNA), password, CLIENT);
  const begin = async (password: string) => {
    const answer = await signIn(password);
    if (typeof answer === 'string') throw new Error(answer);
    return answer;
  };

  test('creates an administrator with a made-up password and prints it once', async () => {
    const { code, out } = await admin(null, 'create', ANNA, '--name', 'Анна');
    expect(code).toBe(0);
    const password = /password: (\S{16})$/.exec(out)?.[1] ?? '';
    const { access } = await begin(password);
    expect(await mauth.identity.callerOf(access)).toMatchObject({ email: ANNA, name: 'Анна', rank: 'admin' });
    const list = await admin(null, 'list');
    expect(list.out).toMatch(/^anna@example\.ru\tadmin\tactive\tsessions: 1\t[\d-]{10}\tАнна$/);
    expect(list.out).not.toContain(password);
  });

  test('shows the fingerprints of the certificates that seal documents, and makes another one', async () => {
    const shown = async (...words: string[]) => {
      const { code, out } = await admin(null, 'seal', ...words);
      expect(code).toBe(0);
      return out.split('\n').map((line) => line.split('\t'));
    };
    const [[first = '', use = ''] = []] = await shown();
    expect(first).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(use).toMatch(/^seals since [\d-]{10}, valid until [\d-]{10}$/);
    expect(await shown()).toEqual([[first, use]]);
    const [next = [], former = []] = await shown('--new');
    expect(next[0]).not.toBe(first);
    expect(former).toEqual([first, expect.stringMatching(/^sealed from [\d-]{10} on$/)]);
  });

  test('security 86: prints a set-up link where nobody administrates, and voids the one before', async () => {
    const tokenOf = async () => /auth\/setup\/(\S+)$/.exec((await admin(null, 'setup-link')).out)?.[1] ?? 'none';
    const [first, second] = [await tokenOf(), await tokenOf()];
    const links = mauth.setupLinks;
    expect([await links.isGood(first), await links.isGood(second)]).toEqual([false, true]);
    await admin(PASSWORD, 'create', ANNA);
    expect(await links.isGood(second)).toBe(false);
    const refused = await admin(null, 'setup-link');
    expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining('an administrator already')]);
  });

  test('takes the password from standard input and does not repeat it', async () => {
    const created = await admin(`${PASSWORD}\n`, 'create', ANNA, '--rank', 'user');
    expect(created).toMatchObject({ code: 0, out: `created ${ANNA}, rank user` });
    const changed = await admin('another horse', 'password', ANNA);
    expect(changed.code).toBe(0);
    expect(changed.out).not.toContain('another horse');
    expect(await signIn(PASSWORD)).toBe('incorrect password');
    expect(await signIn('another horse')).toMatchObject({ type: 'Bearer' });
  });

  test('security 8: what it changes counts for the running service on the next call', async () => {
    await admin(PASSWORD, 'create', ANNA);
    await admin(null, 'create', 'boris@example.ru');
    const first = await begin(PASSWORD);
    expect((await admin(null, 'rank', ANNA, 'user')).code).toBe(0);
    expect(await mauth.identity.callerOf(first.access)).toMatchObject({ rank: 'user' });
    expect((await admin(null, 'revoke', ANNA)).out).toContain(': 1');
    expect(await mauth.identity.callerOf(first.access)).toBeNull();
    const second = await begin(PASSWORD);
    expect((await admin(null, 'disable', ANNA)).code).toBe(0);
    expect(await mauth.identity.callerOf(second.access)).toBeNull();
    expect(await signIn(PASSWORD)).toBe('incorrect password');
    expect((await admin(null, 'enable', ANNA)).code).toBe(0);
    expect(await signIn(PASSWORD)).toMatchObject({ type: 'Bearer' });
  });

  test('security 12: mails a password that works once, or tells that the mail waits, and never shows it', async () => {
    await admin(PASSWORD, 'create', ANNA);
    const { access } = await begin(PASSWORD);
    const laid = await admin(null, 'reset', ANNA);
    expect(laid).toMatchObject({ code: 0, problem: '' });
    expect(laid.out).toContain(`mail is not set up: wrote the mail into ${join(folder, 'outbox')}`);
    expect(await mauth.identity.callerOf(access)).toBeNull();
    const [name = ''] = await readdir(join(folder, 'outbox'));
    const { to, text } = readLaidMail(name, await readFile(join(folder, 'outbox', name), 'utf8'));
    const password = /^ {4}(\S+)$/m.exec(text)?.[1] ?? '';
    expect([to, laid.out.includes(password)]).toEqual([ANNA, false]);
    expect(await signIn(password)).toMatchObject({ mustChangePassword: true });
    expect(await signIn(password)).toBe('incorrect password');

    const office = await openPostOffice();
    await office.close();
    environment = { SMTP_URL: office.url };
    const waiting = await admin(null, 'reset', ANNA);
    expect(waiting).toMatchObject({ code: 0, problem: '' });
    expect(waiting.out).toMatch(/the mail waits in the outbox \(.*ECONNREFUSED.*\): the running server sends it/);
    expect(await mauth.outbox.list({ last: null, limit: 1 })).toMatchObject([
      { recipient: ANNA, kind: 'password', state: 'waiting' },
    ]);
  });

  test('security 74: takes the second factor of somebody who lost it, once, and ends the sessions', async () => {
    await admin(PASSWORD, 'create', ANNA);
    const { access } = await begin(PASSWORD);
    const caller = await mauth.identity.callerOf(access);
    if (!caller) throw new Error('no caller');
    const { key } = await mauth.factors.begin(caller);
    // The command runs by the real clock, and so does this service: its token says what time it is there.
    const { iat = 0 } = decodeJwt(access);
    await mauth.factors.enable(caller, { kind: 'app', digits: codeAt(key, iat * 1000) }, CLIENT);
    expect(await signIn(PASSWORD)).toBe('second factor required');
    const reset = await admin(null, 'factor-reset', ANNA);
    expect(reset).toMatchObject({ code: 0, problem: '' });
    expect(reset.out).toBe(`took the second factor of ${ANNA} and ended all sessions`);
    expect(await mauth.identity.callerOf(access)).toBeNull();
    expect(await signIn(PASSWORD)).toMatchObject({ type: 'Bearer' });
    expect((await admin(null, 'factor-reset', ANNA)).problem).toContain('has no second factor');
  });

  test('security 70: gives an account another e-mail at once, keeps its sessions and tells the old address', async () => {
    await admin(PASSWORD, 'create', ANNA);
    const { access } = await begin(PASSWORD);
    const changed = await admin(null, 'email', ANNA, 'anna.new@example.ru');
    expect(changed).toMatchObject({ code: 0, problem: '', out: `changed ${ANNA} to anna.new@example.ru` });
    expect(await mauth.identity.callerOf(access)).toMatchObject({ email: 'anna.new@example.ru' });
    expect(await signIn(PASSWORD)).toBe('user not found');
    const [name = ''] = await readdir(join(folder, 'outbox'));
    const { to, text } = readLaidMail(name, await readFile(join(folder, 'outbox', name), 'utf8'));
    expect([to, text.includes('anna.new@example.ru')]).toEqual([ANNA, false]);
    expect(text.replaceAll('\u00a0', ' ')).toContain('войти с этим адресом больше нельзя');
  });

  test('security 53: what it does stands in the journal as done at the command line, what it refuses does not', async () => {
    const boris = 'boris@example.ru';
    await admin(PASSWORD, 'create', ANNA);
    await admin(PASSWORD, 'create', boris, '--rank', 'user');
    await admin('another horse', 'password', boris);
    await admin(null, 'rank', boris, 'admin');
    await admin(null, 'disable', boris);
    await admin(null, 'enable', boris);
    await admin(null, 'revoke', boris);
    await admin(null, 'reset', boris);
    await admin(null, 'email', boris, 'new@example.ru');
    expect((await admin(null, 'revoke', 'nobody@example.ru')).code).toBe(1);
    expect((await admin(PASSWORD, 'create', ANNA)).code).toBe(1);
    const file = new DatabaseSync(join(folder, 'mauth.db'), { readOnly: true });
    onTestFinished(() => file.close());
    const rows = file
      .prepare('SELECT event, actor, actor_uid, client, target, uid, details FROM audit_events ORDER BY id')
      .all();
    const by = { actor: 'command line', actor_uid: null, client: null, uid: expect.any(String) };
    expect(rows).toMatchObject([
      { event: 'account.created', ...by, target: ANNA },
      { event: 'account.created', ...by, target: boris },
      { event: 'password.changed', ...by, target: boris },
      { event: 'account.changed', ...by, target: boris, details: '{"rank":"admin"}' },
      { event: 'account.changed', ...by, target: boris, details: '{"disabled":true}' },
      { event: 'account.changed', ...by, target: boris, details: '{"disabled":false}' },
      { event: 'sessions.revoked', ...by, target: boris },
      { event: 'account.reset', ...by, target: boris },
      {
        event: 'email.changed',
        ...by,
        target: boris,
        details: '{"emailBefore":"boris@example.ru","email":"new@example.ru"}',
      },
    ]);
    for (const secret of [PASSWORD, 'another horse']) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('refuses in one line what cannot be done', async () => {
    await admin(PASSWORD, 'create', ANNA);
    const refusals: [string | null, string[], string][] = [
      [null, ['create', ANNA], 'has an account already'],
      [null, ['create', 'anna'], 'not an e-mail address'],
      ['short', ['password', ANNA], '8 to 128 characters'],
      [null, ['rank', ANNA, 'user'], 'last administrator'],
      [null, ['disable', ANNA], 'last administrator'],
      [null, ['rank', ANNA, 'king'], 'admin or user'],
      [null, ['email', ANNA], 'which e-mail'],
      [null, ['email', ANNA, 'Anna@Example.ru'], 'has an account already'],
      [null, ['revoke', 'boris@example.ru'], 'has no account'],
      [null, ['reset', 'boris@example.ru'], 'has no account'],
      [null, ['create', 'boris@example.ru', '--name', 'Борис\nBcc: c@d.ru'], 'not a name'],
      [null, ['list', '--all'], 'Unknown option'],
    ];
    for (const [input, args, text] of refusals) {
      const { code, out, problem } = await admin(input, ...args);
      expect({ args, code, out }).toEqual({ args, code: 1, out: '' });
      expect(problem).toContain(text);
      expect(problem).not.toContain('    at ');
    }
  });
});
