import { readdir } from 'node:fs/promises';
import { availableParallelism, constants, getPriority } from 'node:os';
import { describe, expect, test } from 'vitest';
import { hashThreadsOf } from '../../../server/accounts/credentials/hash-threads.ts';
import { createPasswords } from '../../../server/accounts/credentials/passwords.ts';
import { HttpError } from '../../../server/platform/http/request.ts';

const CHEAP = { memory: 64, passes: 1, lanes: 1 };

describe('stored passwords', () => {
  test('security 5: have the PHC form of argon2id with at least 19 MiB and two passes', async () => {
    const hash = await createPasswords().hash('correct horse');
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$[\w+/]{22}\$[\w+/]{43}$/.exec(hash) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
  });

  test('security 5: are outdated once the cost is raised, and still verified at their own', async () => {
    const old = await createPasswords(CHEAP).hash('correct horse');
    const passwords = createPasswords({ ...CHEAP, passes: 2 });
    expect(passwords.isOutdated(old)).toBe(true);
    expect(await passwords.verify('correct horse', old)).toBe(true);
    expect(await passwords.verify('wrong horse', old)).toBe(false);
    expect(passwords.isOutdated(await passwords.hash('correct horse'))).toBe(false);
  });

  test('are salted', async () => {
    const passwords = createPasswords(CHEAP);
    expect(await passwords.hash('correct horse')).not.toBe(await passwords.hash('correct horse'));
  });

  test('agree with a vector of the reference implementation', async () => {
    // `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32`, from test.c of github.com/P-H-C/phc-winner-argon2
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await createPasswords().verify('password', known)).toBe(true);
    expect(await createPasswords().verify('Password', known)).toBe(false);
  });

  test('security 1: an unknown account costs one hash too', async () => {
    const passwords = createPasswords(CHEAP);
    expect(await passwords.verify('correct horse', null)).toBe(false);
    expect(passwords.counts.computed).toBe(1);
  });

  test('a text that is no PHC string verifies nothing', async () => {
    expect(await createPasswords(CHEAP).verify('correct horse', 'correct horse')).toBe(false);
  });

  test('security 4: at most two are computed at once where two may, the rest wait, too many are refused', async () => {
    const passwords = createPasswords(CHEAP, 2);
    const all = await Promise.allSettled(Array.from({ length: 203 }, () => passwords.verify('x'.repeat(9), null)));
    const refused = all.filter((each) => each.status === 'rejected');
    expect(passwords.counts).toEqual({ computed: 202, mostAtOnce: 2 });
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toBeInstanceOf(HttpError);
    expect(refused[0]?.reason).toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(String) } });
    expect(createPasswords().isOutdated('$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$c29tZWhhc2g')).toBe(false);
  });

  test('security 60: leave a core to everybody else wherever there are two', () => {
    expect([1, 2, 3, 4, 64].map(hashThreadsOf)).toEqual([1, 1, 2, 3, 4]);
  });

  test('security 60: as many are computed at once as there are threads for them', async () => {
    const passwords = createPasswords(CHEAP);
    await Promise.all(Array.from({ length: 20 }, () => passwords.verify('x'.repeat(9), null)));
    expect(passwords.counts).toEqual({ computed: 20, mostAtOnce: hashThreadsOf(availableParallelism()) });
  });

  test('security 60: are computed in threads of lower priority than the others of the process', async () => {
    const passwords = createPasswords(CHEAP);
    await passwords.hash('correct horse');
    const prioritiesOf = async () =>
      Promise.all((await readdir('/proc/self/task')).map((id) => getPriority(Number(id))));
    if (process.platform === 'linux') {
      expect(await prioritiesOf()).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
      expect(getPriority()).toBe(constants.priority.PRIORITY_NORMAL);
    }
    await passwords.close();
  });

  test('security 60: are computed again after their threads have ended', async () => {
    const passwords = createPasswords(CHEAP);
    const hash = await passwords.hash('correct horse');
    await passwords.close();
    expect(await passwords.verify('correct horse', hash)).toBe(true);
  });
});
