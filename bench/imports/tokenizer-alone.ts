/** Takes all parts of a book apart into tags and text of which nothing is made: the least that reading it can cost. */
import { CAPS } from '../../server/platform/sheet-reader/messages.ts';
import { XmlTokenizer } from '../../server/platform/sheet-reader/xml-tokenizer.ts';
import { openContainer } from '../../server/platform/sheet-reader/zip.ts';

const container = await openContainer(process.argv[2] ?? '');
for (const name of container.names()) {
  if (!/\.xml$/u.test(name)) continue;
  const tokenizer = new XmlTokenizer({ open() {}, close() {}, text() {} });
  for await (const chunk of container.part(name, CAPS.sheetBytes)) tokenizer.write(chunk);
  tokenizer.end();
}
container.close();
