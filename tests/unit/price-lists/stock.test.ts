import { describe, expect, it } from 'vitest';
import { parseStockWords, readStock, STOCK_WORDS } from '../../../server/price-lists/rules/stock.ts';

const read = (text: string) => readStock(text, STOCK_WORDS);

describe('a stock in words', () => {
  it.each([
    ['<5', 1],
    ['< 5 шт.', 1],
    ['до 10', 1],
    ['менее 10', 1],
    ['1-5', 1],
    ['5–10 шт', 5],
    ['0-5', 1],
    ['от 5 до 10', 5],
    ['~20', 20],
    ['≈20', 20],
    ['около 20', 20],
    ['5+', 5],
    ['более 10', 10],
    ['>10', 10],
    ['10 (резерв 2)', 10],
    ['10 / 2', 10],
    ['есть (3)', 3],
    ['Есть: 4 шт.', 4],
    ['много, >100', 100],
    ['остаток: 0', 0],
    ['-3', -3],
  ])('%s: the number %d', (text, amount) => {
    expect(read(text)).toEqual({ amount, by: 'number' });
  });

  it.each([
    ['на складе 5, в пути 20', 5],
    ['5, в пути 20', 5],
    ['5 шт; ожидается 10', 5],
    ['5 шт (2 в резерве)', 5],
    ['на складе: 4, резерв 1', 4],
    ['есть 2 к-та', 2],
    ['2 к-т', 2],
    ['0, в пути 5', 0],
  ])('%s: what is there, %d, not what is to come', (text, amount) => {
    expect(read(text)).toEqual({ amount, by: 'number' });
  });

  it.each(['10 под заказ 5 дней', '12 в пути', '5 шт. под заказ', 'в пути 7, на складе нет'])('%s: none', (text) => {
    expect(read(text)).toMatchObject({ amount: 0, by: 'word' });
  });

  it.each([
    ['✓', 1],
    ['✔', 1],
    ['✔️', 1],
    ['☑', 1],
    ['ИСТИНА', 1],
    ['True', 1],
    ['yes', 1],
    ['✗', 0],
    ['✘', 0],
    ['☐', 0],
    ['ЛОЖЬ', 0],
    ['FALSE', 0],
    ['No', 0],
    ['+', 1],
    ['++', 2],
    ['+++', 3],
    ['++++', 3],
    ['*', 1],
    ['да', 1],
    ['ЕСТЬ!', 1],
    ['в наличии', 1],
    ['В\u00a0наличии, 3 дня', 1],
    ['мало', 1],
    ['достаточно', 5],
    ['много', 10],
    ['нет', 0],
    ['нет, будет 5', 0],
    ['ожидается', 0],
    ['ожидается 15.12.2026', 0],
    ['под заказ', 0],
    ['под заказ 3-5 дней', 0],
    ['в пути', 0],
    ['В пути 10', 0],
    ['10 в пути', 0],
    ['5 шт. под заказ', 0],
    ['3 дня', 0],
    ['2-3 раб. дня', 0],
    ['приход в пути 7', 0],
    ['временно нет в наличии', 0],
    ['-', 0],
    ['—', 0],
  ])('%s: the words, %d', (text, amount) => {
    expect(read(text)).toMatchObject({ amount, by: 'word' });
  });

  it.each([
    ['Москва 7', 7, 'москва'],
    ['нетто', 0, 'нетто'],
    ['Склад', 0, 'склад'],
    ['Склад №', 0, 'склад №'],
    ['до востребования', 0, 'до востребования'],
    ['●', 0, '●'],
    ['А 7 Б 8', 0, 'а'],
    ['3 шт / 2 шт', 0, '3 шт / 2 шт'],
  ])('%s: a guess, %d, by words that are unknown', (text, amount, word) => {
    expect(read(text)).toEqual({ amount, by: 'guess', word });
  });

  it.each(['1.2.3', '12-3', '12.03.2026', '1 2'])('%s makes no sense', (text) => {
    expect(read(text)).toBeNull();
  });

  it('means what the shop says of a supplier’s words', () => {
    const words = {
      ...STOCK_WORDS,
      ...parseStockWords('Склад = yes; Ждём = в пути\nмало=2; есть = none; 3 дня = 7; А=Б = 4; Центр = есть'),
    };
    const amounts = ['Склад', 'склад (5)', 'ЖДЕМ', 'мало', 'есть', '3 дня', 'А=Б', 'Склад.', 'Центр'].map((text) =>
      readStock(text, words),
    );
    expect(amounts.map((said) => said?.amount)).toEqual([1, 5, 0, 2, 0, 7, 4, 1, 1]);
    expect(amounts.every((said) => said?.by !== 'guess')).toBe(true);
    expect(parseStockWords('')).toEqual({});
  });

  it('takes no nonsense for the meaning of a word', () => {
    for (const text of ['Склад', 'Склад = ', ' = 5', 'Склад = да', 'Склад = -1', 'Склад = 1; склад = 2', 'Склад = 1,5'])
      expect([text, parseStockWords(text)]).toEqual([text, null]);
  });

  it('has the words of a supplier over the usual ones', () => {
    expect(readStock('много', { ...STOCK_WORDS, много: 50 })).toEqual({ amount: 50, by: 'word', word: 'много' });
  });
});
