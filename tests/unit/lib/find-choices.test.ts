import { describe, expect, it } from 'vitest';
import { findChoices } from '../../../src/lib/ui/long-lists.ts';

const choices = ['Склад запчастей', 'Тёплый склад', 'Контора', 'Склад'].map((title, id) => ({ id, title }));
const found = (typed: string) => findChoices(choices, typed).map(({ title }) => title);

describe('a search among choices', () => {
  it('puts those that begin as typed before those that only hold it, each in their order', () => {
    expect(found('склад')).toEqual(['Склад запчастей', 'Склад', 'Тёплый склад']);
  });

  it('takes words in any order, case and spacing, and ё as е', () => {
    expect(found('  СКЛАД   теп')).toEqual(['Тёплый склад']);
    expect(found('запч скл')).toEqual(['Склад запчастей']);
  });

  it('gives everything to whoever has typed nothing, and nothing where no title has every word', () => {
    expect(findChoices(choices, ' ')).toBe(choices);
    expect(found('склад контора')).toEqual([]);
  });
});
