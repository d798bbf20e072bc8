import { expect, test } from 'vitest';
import { addressPlaces } from '../../../settings/networks.ts';

const placeOf = (setting: string) => {
  const checked = addressPlaces(setting);
  if ('problem' in checked) throw new Error(checked.problem);
  return checked.value;
};

test('an address is called what the first range that holds it is called', () => {
  const place = placeOf('10.1.2.3=Касса, 10.1.0.0/16=Склад,2001:db8:1::/48=Офис в центре');
  expect(['10.1.2.3', '10.1.9.9', '10.2.0.1', '2001:db8:1:7::/64', '2001:db8:2::1', 'unknown', ''].map(place)).toEqual([
    'Касса',
    'Склад',
    '',
    'Офис в центре',
    '',
    '',
    '',
  ]);
  expect(placeOf('')('10.1.2.3')).toBe('');
});

test.each(['10.1.0.0/16', '10.1.0.0/16=', '10.1.0.0/33=Склад', 'склад=10.1.0.0/16', '10.1.0.0/x=Склад', '=Склад'])(
  'a list with %s is refused',
  (item) => {
    expect(addressPlaces(`127.0.0.1=Сервер,${item}`)).toMatchObject({
      problem: `must be a comma list like 10.1.0.0/16=Склад, not "${item}"`,
    });
  },
);
