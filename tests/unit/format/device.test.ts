import { expect, test } from 'vitest';
import { formatDevice } from '../../../contract/accounts/device.ts';
import { formatMoment } from '../../../rules/format/texts.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome, Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/138.0 YaBrowser/25.8 Safari/537.36',
    'Яндекс\u00a0Браузер, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    'Safari, iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['curl/8.0', ''],
  ['', ''],
])('%s is %s', (agent, device) => {
  expect(formatDevice(agent)).toBe(device);
});

test('a moment is told in the time zone of the shop', () => {
  expect(formatMoment(new Date('2026-01-31T20:05:00.000Z'), 'Asia/Yekaterinburg')).toBe('01.02.2026,\u00a001:05');
});
