import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentTypeOf } from '../../../server/platform/files/document-type.ts';
import { compoundFile, officeFiles, zipOf } from './office-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The type of a content under a name that says something else. */
async function typeOf(content: Uint8Array | string): Promise<string | null> {
  const path = join(folder, 'scan.exe');
  await writeFile(path, content);
  return documentTypeOf(path);
}

const create = { width: 4, height: 4, channels: 3, background: 'red' } as const;
const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif') =>
  sharp({ create }).toFormat(format).toBuffer();
/** One point. */
function bitmap(): Buffer {
  const file = Buffer.alloc(58);
  file.write('BM');
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  return file;
}
const joined = (...parts: (Uint8Array | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

describe('what an attachment is', () => {
  test.each([
    ['png', 'png'],
    ['jpeg', 'jpg'],
    ['gif', 'gif'],
    ['webp', 'webp'],
    ['tiff', 'tif'],
    ['avif', 'avif'],
  ] as const)('a picture of the format %s', async (format, extension) => {
    expect(await typeOf(await picture(format))).toBe(extension);
  });

  test('a bitmap, a PDF', async () => {
    expect(await typeOf(bitmap())).toBe('bmp');
    expect(await typeOf('%PDF-1.7\n%âãÏÓ\n%%EOF')).toBe('pdf');
  });

  test('office documents of both formats and of both times', async () => {
    for (const [extension, content] of Object.entries(await officeFiles())) {
      expect([extension, await typeOf(content)]).toEqual([extension, extension]);
    }
  });
});

describe('security 24: what is no document', () => {
  test('pages, programs, scripts, archives and texts', async () => {
    const contents: Record<string, Uint8Array | string> = {
      nothing: '',
      'one byte': 'P',
      text: 'Просто текст',
      html: '<!doctype html><script>alert(1)</script>',
      svg: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      php: '<?php echo 1;',
      rtf: '{\\rtf1 text}',
      shell: '#!/bin/sh\n',
      'text with the letters of a bitmap': 'BMW X5, BMW X6: <svg onload=alert(1)>',
      'bitmap without its pixels': bitmap().subarray(0, 50),
      'Windows program': joined('MZ', Buffer.alloc(200)),
      'Linux program': joined('\x7fELF', Buffer.alloc(200)),
      'plain archive': await zipOf({ 'a.txt': 'a', 'b.txt': 'b' }),
      'archive with a program': await zipOf({ 'setup.exe': 'MZ' }),
      'Java archive': await zipOf({ 'META-INF/MANIFEST.MF': 'Main-Class: A', 'A.class': 'x' }),
      epub: await zipOf({ mimetype: 'application/epub+zip', 'content.xml': '' }),
      installer: compoundFile('Property'),
      mail: compoundFile('__properties_version1.0'),
      gzip: joined(Uint8Array.of(0x1f, 0x8b, 8), Buffer.alloc(50)),
    };
    for (const [name, content] of Object.entries(contents)) {
      expect([name, await typeOf(content)]).toEqual([name, null]);
    }
  });

  test('two things at once', async () => {
    const { docx } = await officeFiles();
    const types = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '' };
    const contents: Record<string, Uint8Array> = {
      'picture and page': joined(await picture('jpeg'), '<html><script>alert(1)</script>'),
      'picture and program': joined(await picture('gif'), '<?php system($_GET[0]); ?>'),
      'page before a picture': joined('<html>', await picture('png')),
      'page before a PDF': joined('<html>', '%PDF-1.4'),
      'PDF and page': joined('%PDF-1.4\n<script>alert(1)</script>'),
      'program before an archive': joined('MZ', Buffer.alloc(64), docx ?? ''),
      'document and Java archive': await zipOf({ ...types, 'META-INF/MANIFEST.MF': 'Main-Class: A' }),
      'document with macros': await zipOf({ ...types, 'word/vbaProject.bin': 'x' }),
      'document with a program': await zipOf({ ...types, 'word/embeddings/a.exe': 'MZ' }),
    };
    for (const [name, content] of Object.entries(contents)) {
      expect([name, await typeOf(content)]).toEqual([name, null]);
    }
  });

  test('a foreign word at the edge of two pieces of a picture is found', async () => {
    const mebibyte = 1024 * 1024;
    for (const shift of [1, 4, 7, 8, 9]) {
      const png = await picture('png');
      const before = Buffer.alloc(mebibyte - png.length - shift);
      expect(await typeOf(joined(png, before, '<!DOCTYPE', Buffer.alloc(20)))).toBeNull();
    }
  });

  test('documents that are cut or broken', async () => {
    for (const [extension, content] of Object.entries(await officeFiles())) {
      const half = content.subarray(0, Math.floor(content.length / 2));
      expect([extension, await typeOf(half)]).toEqual([extension, null]);
    }
    const loop = compoundFile('Property');
    // The directory goes on in itself.
    loop.writeUInt32LE(1, 516);
    expect(await typeOf(loop)).toBeNull();
  });

  test('a picture of more pixels than any page has', async () => {
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const size = Buffer.alloc(8);
    size.writeUInt32BE(50_000, 0);
    size.writeUInt32BE(50_000, 4);
    const png = await picture('png');
    expect(await typeOf(joined(head, size, png.subarray(24)))).toBeNull();
  });
});

describe('security 83: an archive that takes long to be looked into', () => {
  test('is no document, and everything else goes on meanwhile', { timeout: 60_000 }, async () => {
    // Every «/basic/» may begin the name of a program, which the line break takes back at its end.
    const name = (at: number) => `${at}${'/basic/'.repeat(9_000)}\n`;
    const names = Array.from({ length: 200 }, (_, at) => [name(at), '']);
    const { docx } = await officeFiles();
    const honest = join(folder, 'letter.docx');
    await writeFile(honest, docx ?? '');
    const archive = await zipOf(Object.fromEntries(names));
    // A look in this process would leave its event loop no turns.
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    expect(await Promise.all([typeOf(archive), documentTypeOf(honest)])).toEqual([null, 'docx']);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(20);
  });
});
