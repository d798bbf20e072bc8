import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute, nameId, unescapeXml, XmlTokenizer } from '../../../server/platform/sheet-reader/xml-tokenizer.ts';

const PLACE = nameId('r');
const NAMES = new Map(['row', 'c', 'v', 't', 'is', 'sheetData'].map((name) => [nameId(name), name]));

function eventsOf(xml: string, cuts: readonly number[] = []): string[] {
  const events: string[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') events.push(`text ${text}`);
    text = '';
  };
  const tokenizer = new XmlTokenizer({
    open(name, tag, selfClosing) {
      flush();
      events.push(`${selfClosing ? 'empty' : 'open'} ${NAMES.get(name)} ${attribute(tag, PLACE) ?? ''}`);
    },
    close(name) {
      flush();
      events.push(`close ${NAMES.get(name)}`);
    },
    text(bytes, start, end, encoded) {
      const piece = bytes.toString('utf8', start, end);
      text += encoded ? unescapeXml(piece) : piece;
    },
  });
  const bytes = Buffer.from(xml);
  let from = 0;
  for (const cut of cuts) {
    tokenizer.write(bytes.subarray(from, Math.min(bytes.length, from + cut)));
    from += cut;
  }
  if (from < bytes.length) tokenizer.write(bytes.subarray(from));
  tokenizer.end();
  flush();
  return events;
}

const SHEET = `<?xml version="1.0"?><!-- a > b --><x:sheetData><x:row r='1'>
<c r="A1" t="inlineStr"><is><t xml:space="preserve"> Фильтр &lt;УРАЛ&gt; &#x444;&#1084; </t></is></c>
<c r="B1>2"><v>12.50</v></c ><c r="C1"/><c  r = "D1" ><v><![CDATA[a<b>&amp;]]]]></v></c></x:row></x:sheetData>`;

describe('the tokenizer', () => {
  it('tells tags by their local names, with attributes in either quotes', () => {
    expect(eventsOf(SHEET)).toEqual([
      'open sheetData ',
      'open row 1',
      'text \n',
      'open c A1',
      'open is ',
      'open t ',
      'text  Фильтр <УРАЛ> фм ',
      'close t',
      'close is',
      'close c',
      'text \n',
      'open c B1>2',
      'open v ',
      'text 12.50',
      'close v',
      'close c',
      'empty c C1',
      'open c D1',
      'open v ',
      'text a<b>&amp;]]',
      'close v',
      'close c',
      'close row',
      'close sheetData',
    ]);
  });

  it('says the same wherever the chunks are cut', () => {
    const whole = eventsOf(SHEET);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (cuts) => {
        expect(eventsOf(SHEET, cuts)).toEqual(whole);
      }),
      { numRuns: 1000 },
    );
    expect(
      eventsOf(
        SHEET,
        Array.from({ length: 600 }, () => 1),
      ),
    ).toEqual(whole);
  });

  it('answers any bytes with events or a coded error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (noise) => {
        try {
          eventsOf(`<row r="1">${noise}</row>`);
        } catch (error) {
          expect((error as Error).name).toBe('ReadError');
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses a document type definition', () => {
    expect(() => eventsOf('<!DOCTYPE x [<!ENTITY a "b">]><row/>')).toThrow(/DTD/);
  });

  it('leaves unknown entities as written', () => {
    expect(unescapeXml('&nbsp;&#x110000;&amp;lt;')).toBe('&nbsp;&#x110000;&lt;');
  });
});
