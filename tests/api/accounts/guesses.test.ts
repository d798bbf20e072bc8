import { afterEach, expect, onTestFinished, test } from 'vitest';
import { GUESSES_FREE, GUESSES_WAITING_MAX } from '../../../contract/limits.ts';
import { accountsOver } from '../../../server/accounts/index.ts';
import { createLimits } from '../../../server/platform/http/limits.ts';
import { codeAt } from '../../support/authenticator.ts';
import { aboveSql } from '../../support/databases.ts';
import { CHEAP, DAY, keepingTransport, MINUTE, openShop, PASSWORD, type Shop, settingsOf } from './shop.ts';

const ANNA = 'anna@example.ru';
const HOME = '203.0.113.7';
const STRANGE = '198.51.100.77';

aboveSql('guesses at one account from many addresses', (open) => {
  let shop: Shop;
  const start = async (settings: Parameters<typeof openShop>[1] = {}) => {
    shop = await openShop(open, settings);
    await shop.addUser(ANNA);
    expect((await shop.signIn(ANNA, PASSWORD, HOME)).status).toBe(200);
  };
  afterEach(() => shop.close());

  /** So many wrong passwords, each from an address of its own. */
  const besiege = async (times: number, from = 0) => {
    for (let n = from; n < from + times; n += 1)
      expect((await shop.signIn(ANNA, 'wrong horse', `192.0.2.${n}`)).status).toBe(400);
  };
  const guessMails = async () =>
    (await shop.mails()).filter(({ subject }) => subject.startsWith('Кто-то пытается войти'));

  test('security 64: slow it down more and more, whether the password is right or wrong', async () => {
    await start();
    await besiege(GUESSES_FREE + 1);
    expect(shop.pauses).toEqual([]);
    await besiege(5, 100);
    expect(shop.pauses).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect((await shop.signIn(ANNA, PASSWORD, STRANGE)).status).toBe(200);
    expect(shop.pauses.at(-1)).toBe(5_000);
  });

  test('security 64: never lock it: where it was used before, the right password works at once', async () => {
    await start();
    await besiege(40);
    shop.pauses.length = 0;
    expect((await shop.signIn(ANNA, PASSWORD, HOME)).status).toBe(200);
    expect((await shop.signIn(ANNA, 'wrong horse', HOME)).status).toBe(400);
    expect(shop.pauses).toEqual([]);
    expect((await shop.signIn('nobody@example.ru', PASSWORD, STRANGE)).status).toBe(400);
    expect(shop.pauses).toEqual([]);
  });

  test('security 64, 74: at the second code count like those at the password, the question for one does not', async () => {
    await start();
    const { access } = await shop.begin(ANNA);
    const { key } = (await shop.ask('/factor/', { method: 'POST', bearer: access })).body;
    const code = codeAt(key, shop.time.now);
    await shop.ask('/factor/on', { method: 'POST', bearer: access, body: { code } });
    const signIn = (address: string, typed?: string) =>
      shop.ask('/signin', { ...{ method: 'POST', address }, body: { email: ANNA, password: PASSWORD, code: typed } });
    const guess = async (times: number, from: number) => {
      for (let n = from; n < from + times; n += 1)
        expect((await signIn(`192.0.2.${n}`, '000000')).body).toEqual({ error: 'incorrect code' });
    };
    for (let n = 0; n < GUESSES_FREE + 1; n += 1) expect((await signIn(STRANGE)).status).toBe(403);
    await guess(GUESSES_FREE, 10);
    expect([shop.pauses, await guessMails()]).toEqual([[], []]);
    await guess(4, 100);
    expect(shop.pauses).toEqual([250, 500, 1_000]);
    expect(await guessMails()).toHaveLength(1);
    // Passwords and codes are counted together.
    await besiege(1, 120);
    expect(shop.pauses.at(-1)).toBe(2_000);
    shop.pauses.length = 0;
    shop.time.now += MINUTE;
    expect((await signIn(HOME, codeAt(key, shop.time.now))).status).toBe(200);
    expect(shop.pauses).toEqual([]);
  });

  test('security 106: at the second code by strangers who know the password are few, and the owner hears that it is known', async () => {
    await start();
    const { access } = await shop.begin(ANNA);
    const { key } = (await shop.ask('/factor/', { method: 'POST', bearer: access })).body;
    const first = codeAt(key, shop.time.now);
    const on = await shop.ask('/factor/on', { method: 'POST', bearer: access, body: { code: first } });
    const signIn = (address: string, code: string) =>
      shop.ask('/signin', { method: 'POST', address, body: { email: ANNA, password: PASSWORD, code } });
    const guess = async (minutes: number, from: number) => {
      const end = shop.time.now + minutes * MINUTE;
      let looked = 0;
      for (let n = from; shop.time.now < end; n += 1) {
        // Another address each time, and recovery codes as well as those of the app.
        const code = n % 2 ? '000000' : '0000000000';
        const { status } = await signIn(`192.0.${n % 2}.${(n / 2) & 255}`, code);
        expect([400, 429]).toContain(status);
        if (status === 400) looked += 1;
        shop.time.now += 5_000;
      }
      return looked;
    };
    expect(await guess(30, 0)).toBeLessThan(35);
    expect(await guess(60, 360)).toBeLessThanOrEqual(30);
    const right = await signIn('198.51.100.9', on.body.codes[0]);
    expect([right.status, Number(right.headers['retry-after']) <= 120]).toEqual([429, true]);
    const [mail, ...more] = await guessMails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain('верный пароль');
    // Where the account was used before nothing waits, and elsewhere its owner has a turn, with the code that was refused unseen.
    expect((await signIn(HOME, codeAt(key, shop.time.now))).status).toBe(200);
    shop.time.now += 2 * MINUTE;
    expect((await signIn('198.51.100.9', on.body.codes[0])).status).toBe(200);
  });

  test('security 106: at the second code side by side are counted one after the other', async () => {
    await start();
    const { access } = await shop.begin(ANNA);
    const { key } = (await shop.ask('/factor/', { method: 'POST', bearer: access })).body;
    const code = codeAt(key, shop.time.now);
    await shop.ask('/factor/on', { method: 'POST', bearer: access, body: { code } });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        shop.ask('/signin', {
          ...{ method: 'POST', address: `198.51.100.${n}` },
          body: { email: ANNA, password: PASSWORD, code: '000000' },
        }),
      ),
    );
    // Those of the first seconds are waited for.
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(GUESSES_FREE + 6);
  });

  test('security 64: are told to the owner once a day, and stand in the trail', async () => {
    await start();
    await besiege(GUESSES_FREE);
    expect(await guessMails()).toEqual([]);
    await besiege(5, 100);
    expect(await guessMails()).toHaveLength(1);
    expect((await shop.events()).filter((event) => event === 'account.guessed')).toHaveLength(1);
    shop.time.now += DAY;
    await besiege(GUESSES_FREE + 1, 120);
    expect(await guessMails()).toHaveLength(2);
  });

  test('security 64: are forgiven with time', async () => {
    await start();
    await besiege(GUESSES_FREE + 3);
    shop.time.now += 30 * MINUTE;
    shop.pauses.length = 0;
    expect((await shop.signIn(ANNA, PASSWORD, STRANGE)).status).toBe(200);
    expect(shop.pauses).toEqual([]);
  });

  test('security 64: stay counted after a restart', async () => {
    await start();
    await besiege(GUESSES_FREE + 1);
    const pauses: number[] = [];
    const restarted = accountsOver(shop.database, {
      ...settingsOf(keepingTransport()),
      limits: createLimits(),
      clock: () => shop.time.now,
      pause: async (ms) => void pauses.push(ms),
      hashCost: CHEAP,
    });
    onTestFinished(() => restarted.outbox.close());
    await restarted.slowdown.wait(ANNA, { address: STRANGE, agent: '' });
    expect(pauses).toEqual([250]);
  });

  test('security 64: keep nobody else from the server while they wait, however few it works for at once', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let begun = () => {};
    const pause = () => {
      begun();
      return held;
    };
    await start({ runningMax: 2, pause });
    await besiege(GUESSES_FREE + 1);
    const strangers: Promise<{ status: number }>[] = [];
    for (let n = 0; n < GUESSES_WAITING_MAX; n += 1) {
      const waits = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const stranger = shop.signIn(ANNA, 'wrong horse', `198.51.100.${n}`);
      strangers.push(stranger);
      await Promise.race([waits, stranger]);
    }
    expect((await shop.signIn(ANNA, PASSWORD, HOME)).status).toBe(200);
    letGo();
    for (const { status } of await Promise.all(strangers)) expect(status).toBe(400);
    expect((await shop.signIn(ANNA, PASSWORD, HOME)).status).toBe(200);
  });

  test('security 64: wait only so many at once, without a hash; the owner gets in by a mail from anywhere', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await start({ pause: () => held });
    await besiege(GUESSES_FREE + 1);
    const { computed } = shop.mauth.passwords.counts;
    const crowd = Array.from({ length: GUESSES_WAITING_MAX + 2 }, (_, n) =>
      shop.signIn(ANNA, 'wrong horse', `198.51.100.${n}`),
    );
    const first = await Promise.race(crowd);
    expect([first.status, first.headers['retry-after']]).toEqual([429, '5']);
    expect(shop.mauth.passwords.counts.computed).toBe(computed);
    let refused = 0;
    for (const one of crowd) void one.then(({ status }) => (refused += status === 429 ? 1 : 0));
    await expect.poll(() => refused).toBe(2);
    await shop.forgot(ANNA);
    const token = await shop.mailedToken(ANNA);
    expect((await shop.ask(`/forgot/${token}`, { address: STRANGE })).status).toBe(200);
    const mailed = await shop.mailedPassword(ANNA);
    expect((await shop.signIn(ANNA, mailed, STRANGE)).status).toBe(200);
    letGo();
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  /** Wrong passwords from the known address, as fast as it is answered; resolves to how many were looked at. */
  const guessAtHome = async (minutes: number) => {
    let looked = 0;
    const end = shop.time.now + minutes * MINUTE;
    while (shop.time.now < end) {
      const { status } = await shop.signIn(ANNA, 'wrong horse', HOME);
      expect([400, 429]).toContain(status);
      if (status === 400) looked += 1;
      shop.time.now += 12_000;
    }
    return looked;
  };

  test('security 89: from a place that is known become slow, are told to the owner and stand in the journal', async () => {
    await start();
    expect(await guessAtHome(60)).toBeLessThan(60);
    expect(shop.pauses.slice(0, 5)).toEqual([250, 500, 1_000, 2_000, 4_000]);
    // Two minutes lie between two of them now.
    expect(await guessAtHome(60)).toBeLessThanOrEqual(30);
    const [mail, ...more] = await guessMails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain(HOME);
    const told = await shop.database.read
      .selectFrom('audit_events')
      .select(['event', 'client'])
      .where('event', '=', 'account.guessed')
      .execute();
    expect(told).toEqual([{ event: 'account.guessed', client: HOME }]);
  });

  test('security 89: from a known place keep its owner from there for two minutes at most, and from nowhere else', async () => {
    await start();
    expect((await shop.signIn(ANNA, PASSWORD, STRANGE)).status).toBe(200);
    await guessAtHome(60);
    const refused = await shop.signIn(ANNA, PASSWORD, HOME);
    expect([refused.status, Number(refused.headers['retry-after']) <= 120]).toEqual([429, true]);
    shop.pauses.length = 0;
    expect((await shop.signIn(ANNA, PASSWORD, STRANGE)).status).toBe(200);
    expect((await shop.signIn(ANNA, PASSWORD, '198.51.100.200')).status).toBe(200);
    expect(shop.pauses).toEqual([]);
    shop.time.now += 2 * MINUTE;
    expect((await shop.signIn(ANNA, PASSWORD, HOME)).status).toBe(200);
  });

  test('security 89: at the password of a session are counted with those at the sign-in', async () => {
    await start();
    const { access } = (await shop.signIn(ANNA, PASSWORD, HOME)).body;
    const confirm = (password: string) =>
      shop.ask('/confirm', { method: 'POST', bearer: access, address: HOME, body: { password } });
    for (let n = 0; n < GUESSES_FREE + 3; n += 1) expect((await confirm('wrong horse')).status).toBe(400);
    expect(shop.pauses).toEqual([250, 500]);
    expect((await shop.signIn(ANNA, 'wrong horse', HOME)).status).toBe(400);
    expect(shop.pauses.at(-1)).toBe(1_000);
    expect((await shop.events()).filter((event) => event === 'account.guessed')).toHaveLength(1);
  });
});
