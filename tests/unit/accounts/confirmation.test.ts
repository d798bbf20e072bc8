import { expect, test } from 'vitest';
import { $asksPassword, withPassword } from '../../../src/lib/accounts/password-confirmation.ts';

const refusal = (status: number, error: string) => ({ response: { status }, data: { error } });
const wantsPassword = refusal(403, 'confirm password');

/** A call that wants the password until it was given. */
function guardedCall() {
  const call = { made: 0, isOpen: false };
  const make = async () => {
    call.made += 1;
    if (!call.isOpen) throw wantsPassword;
    return 'changed';
  };
  return { call, make };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('security 73: a call that wants the password is made again once it was given', async () => {
  const { call, make } = guardedCall();
  const outcome = withPassword(make);
  await turn();
  call.isOpen = true;
  $asksPassword.get()?.(true);
  expect(await outcome).toBe('changed');
  expect([call.made, $asksPassword.get()]).toEqual([2, null]);
});

test('security 73: who does not give the password gets the refusal, and is asked again the next time', async () => {
  const { call, make } = guardedCall();
  for (let time = 1; time <= 2; time += 1) {
    const outcome = withPassword(make);
    await turn();
    $asksPassword.get()?.(false);
    await expect(outcome).rejects.toBe(wantsPassword);
    expect([call.made, $asksPassword.get()]).toEqual([time, null]);
  }
});

test('calls side by side ask once, other failures do not ask', async () => {
  const one = guardedCall();
  const other = guardedCall();
  const outcomes = Promise.all([withPassword(one.make), withPassword(other.make)]);
  await turn();
  one.call.isOpen = true;
  other.call.isOpen = true;
  $asksPassword.get()?.(true);
  expect(await outcomes).toEqual(['changed', 'changed']);
  const forbidden = refusal(403, 'forbidden');
  await expect(withPassword(() => Promise.reject(forbidden))).rejects.toBe(forbidden);
  expect($asksPassword.get()).toBeNull();
});
