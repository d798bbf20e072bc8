import { expect, test } from 'vitest';
import { contentsOf, refusedFileIn, whyNotTaken } from '../../../rules/format/file-contents.ts';
import { takenInForm } from '../../../src/lib/documents/document-files.ts';
import { compoundFile, officeFiles, zipOf } from './office-files.ts';

const of = (text: string) => contentsOf(Buffer.from(text, 'latin1'));

test.each([
  ['', 'empty'],
  ['%PDF-1.7', 'pdf'],
  ['\x89PNG\r\n', 'png'],
  ['\xff\xd8\xff\xe0', 'jpg'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
  ['RIFF\0\0\0\0WAVEfmt ', 'sound'],
  ['\0\0\0\x18ftypheic', 'heic'],
  ['\0\0\0\x18ftypavif', 'avif'],
  ['\0\0\0\x18ftypmp42', 'video'],
  ['BM\x3a\0\0\0\0\0\0\0', 'bmp'],
  ['BMW X5 и BMW X6', 'text'],
  ['MZ\x90\0', 'program'],
  ['PK\x03\x04', 'zip'],
  ['Rar!\x1a\x07', 'rar'],
  ['{\\rtf1', 'rtf'],
  ['<?xml version="1.0"?>\n<svg xmlns="', 'svg'],
  ['\xef\xbb\xbf<!DOCTYPE html>', 'page'],
  ['Article;Price\n1;2', 'text'],
  ['\xff\xe7\0\x01', 'unknown'],
] as const)('what begins as %j is recognized: %s', (head, contents) => {
  expect(of(head)).toBe(contents);
});

test('office documents of both times are told from other archives by their first part', async () => {
  const { docx, ods, xls } = await officeFiles();
  const plain = await zipOf({ 'а.txt': 'x' });
  expect([docx, ods, xls, plain, compoundFile('Property')].map((file) => contentsOf(file ?? Buffer.alloc(0)))).toEqual([
    ...['office', 'openDocument', 'oldOffice', 'zip', 'oldOffice'],
  ]);
});

test.each([
  ['отчёт.pdf', 'program', 'это на самом деле программа, а не PDF. Подойдут'],
  ['Смета.XLSX', 'rar', 'это на самом деле архив RAR, а не таблица Excel. Подойдут'],
  ['архив.rar', 'rar', 'архив RAR: такие файлы здесь не принимаются. Подойдут'],
  ['README', 'text', 'простой текст: такие файлы здесь не принимаются. Подойдут'],
  [
    'скан.png',
    'unknown',
    'не картинка PNG, хотя так назван: файл повреждён, зашифрован или только переименован. Подойдут',
  ],
  ['модель.step', 'unknown', 'такие файлы не принимаются. Подойдут'],
  ['скан.png', 'png', 'повреждён, или внутри него есть посторонний код. Откройте'],
  ['договор.docx', 'protected', 'защищён паролем. Снимите пароль'],
  ['договор.docm', 'macros', 'содержит макросы или другую программу. Сохраните'],
  ['скан.png', 'huge', 'слишком большая картинка. Уменьшите'],
  ['акт.pdf', 'empty', 'пустой файл, в нём нет ни одного байта. Выберите'],
] as const)('a refusal of %s that is %s names the file and says why', (name, contents, why) => {
  const text = whyNotTaken(name, contents, takenInForm);
  expect(text.startsWith(`«${name}»`)).toBe(true);
  expect(text).toContain(why);
  expect(text.endsWith('.')).toBe(true);
});

test('an answer that says nothing of a file, or what is unknown here, names none', () => {
  expect(refusedFileIn({ file: 'а.pdf', place: 1, contents: 'rar' })).toEqual({
    file: 'а.pdf',
    place: 1,
    contents: 'rar',
  });
  expect(refusedFileIn({ file: 'а.pdf', place: 1, contents: 'toString' })).toBeNull();
  expect(refusedFileIn({ error: 'bad mime type' })).toBeNull();
});
