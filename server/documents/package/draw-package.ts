// Draws the PDF of a signed package.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeQR } from 'qr';
import { byEvent } from '../../../contract/documents/words.ts';
import { formatBytes } from '../../../rules/format/texts.ts';
import { DECISION_TEXTS } from '../document/decision-texts.ts';
import {
  attachFile,
  drawText,
  FAINT,
  type Face,
  INK,
  keepTogether,
  MARGIN,
  openPdf,
  type Pdf,
  printable,
  SMALL_SIZE,
  TEXT_SIZE,
  widthOf,
} from './draw-text.ts';
import type { EarlierDecision, PackageContent, PackageDecision, PackageFile } from './package.ts';
import { textBlocks } from './text-blocks.ts';

const QR_SIDE = 96;
const SECTION_GAP = 16;

const styled = (paper: Pdf, font: Face, size: number, color: string): Pdf =>
  paper.font(font).fontSize(size).fillColor(color);
const OUTCOMES: Record<PackageDecision['kind'], Record<PackageDecision['outcome'], string>> = {
  acceptor: { accepted: 'Подписано', declined: 'Отклонено', pending: 'Ждёт подписи' },
  recipient: { accepted: 'Ознакомление', declined: 'Отклонено', pending: 'Ждёт ознакомления' },
};

/** Writes the package to a new file, as a PDF; equal contents give equal bytes. For a thread of its own. */
export async function drawPackage(content: PackageContent, to: string): Promise<void> {
  const paper = openPdf({
    title: `№ ${content.number}. ${printable(content.title)}`,
    author: printable(content.host),
    at: content.savedAt,
  });
  const handle = openSync(to, 'wx');
  try {
    const done = new Promise<void>((resolve, reject) => {
      paper.on('data', (chunk: Uint8Array) => writeFileSync(handle, chunk));
      paper.on('end', resolve);
      paper.on('error', reject);
    });
    // From the next turn on the paper keeps nothing of what it is given: each chunk is written at once.
    await nextTurn();
    drawHead(paper, content);
    drawText(paper, textBlocks(content.text));
    drawDecisions(paper, content.decisions);
    drawEarlier(paper, content.earlier);
    drawFiles(paper, content.files);
    drawCheck(paper, content);
    drawFooters(paper, content);
    for (const { name, type, path } of content.files)
      if (path !== null) attachFile(paper, { name: printable(name), type, path, at: content.savedAt });
    paper.end();
    await done;
  } finally {
    closeSync(handle);
  }
}

function drawHead(paper: Pdf, content: PackageContent): void {
  const { host, number, createdOn, title, directing, task, author, version, hash } = content;
  paper.fontSize(SMALL_SIZE).fillColor(FAINT).text(printable(host));
  paper.moveDown(0.6).font('bold').fontSize(18).fillColor(INK).text(printable(title), { lineGap: 2 });
  paper.moveDown(0.2).font('regular').fontSize(TEXT_SIZE).text(`№ ${number} от ${createdOn}`);
  paper.moveDown(0.5);
  fact(paper, 'Направление', directing);
  fact(paper, 'Тип документа', task);
  fact(paper, 'Автор', author);
  fact(paper, 'Версия', `${version}, ${hash}`);
  rule(paper);
}

function fact(paper: Pdf, name: string, value: string): void {
  paper.font('regular').fontSize(SMALL_SIZE).fillColor(FAINT).text(`${name}: `, { continued: true });
  paper.fillColor(INK).text(printable(value));
}

function rule(paper: Pdf): void {
  const y = paper.y + SECTION_GAP / 2;
  paper
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(paper), y)
    .lineWidth(0.5)
    .strokeColor('#c5ccd6')
    .stroke();
  paper.y = y + SECTION_GAP / 2;
}

function section(paper: Pdf, title: string): void {
  keepTogether(paper, 60);
  paper.y += SECTION_GAP / 2;
  paper.x = MARGIN;
  paper.font('bold').fontSize(13).fillColor(INK).text(title);
  paper.y += 4;
}

function drawDecisions(paper: Pdf, decisions: readonly PackageDecision[]): void {
  section(paper, 'Решения');
  if (decisions.length === 0) {
    paper.font('regular').fontSize(TEXT_SIZE).text('Документ без подписантов.');
    return;
  }
  for (const decision of decisions) {
    const { name, position, by, kind, outcome, at, reason } = decision;
    keepTogether(paper, 34);
    styled(paper, 'bold', TEXT_SIZE, INK).text(printable(name), { continued: position !== '' });
    if (position !== '') styled(paper, 'regular', TEXT_SIZE, FAINT).text(`, ${printable(position)}`);
    const parts = [OUTCOMES[kind][outcome], at];
    if (by !== '') parts.push(`решение заместителя: ${printable(by)}`);
    styled(paper, 'regular', SMALL_SIZE + 0.5, INK).text(parts.filter((part) => part !== '').join(' · '));
    if (reason !== '') paper.fillColor(FAINT).text(`Причина: ${printable(reason)}`);
    paper.y += 5;
  }
}

const EARLIER = byEvent((name) => DECISION_TEXTS[name].packaged);

function drawEarlier(paper: Pdf, earlier: readonly EarlierDecision[]): void {
  if (earlier.length === 0) return;
  section(paper, 'Решения о прежних версиях');
  for (const { event, by, insteadOf, at, version, hash } of earlier) {
    keepTogether(paper, 30);
    const who = insteadOf === '' ? by : `${by} (заместитель, вместо: ${insteadOf})`;
    styled(paper, 'regular', SMALL_SIZE + 0.5, INK).text(printable(`${at} · ${EARLIER[event]} · ${who}`));
    styled(paper, 'regular', SMALL_SIZE - 1, FAINT).text(`Версия ${version}, ${hash}`);
    paper.y += 4;
  }
}

function drawFiles(paper: Pdf, files: readonly PackageFile[]): void {
  if (files.length === 0) return;
  section(paper, 'Приложения');
  for (const { name, size, sha256, path } of files) {
    keepTogether(paper, 30);
    styled(paper, 'regular', TEXT_SIZE, INK).text(`${printable(name)}, ${formatBytes(size)}`);
    const note = path !== null ? 'вложено в этот файл' : 'не вложено: слишком велико, храните отдельно';
    styled(paper, 'regular', SMALL_SIZE - 1, FAINT).text(`SHA-256 ${sha256} · ${note}`);
    paper.y += 4;
  }
}

function drawCheck(paper: Pdf, { checkAddress, hash }: PackageContent): void {
  keepTogether(paper, QR_SIDE + SECTION_GAP * 2);
  rule(paper);
  const top = paper.y;
  drawCode(paper, checkAddress, MARGIN, top);
  const x = MARGIN + QR_SIDE + SECTION_GAP;
  const width = widthOf(paper) - QR_SIDE - SECTION_GAP;
  paper.font('bold').fontSize(TEXT_SIZE).fillColor(INK).text('Проверка', x, top, { width });
  paper.font('regular').fontSize(SMALL_SIZE).text('Страница покажет, совпадает ли версия документа:', { width });
  paper.fillColor('#1f5fbf').text(checkAddress, { width, link: checkAddress });
  paper.fillColor(FAINT).text(`Хэш версии: ${hash}`, { width });
  paper.x = MARGIN;
  paper.y = Math.max(paper.y, top + QR_SIDE);
}

function drawCode(paper: Pdf, address: string, x: number, y: number): void {
  const dots = encodeQR(address, 'raw', { ecc: 'medium', border: 1 });
  const side = QR_SIDE / dots.length;
  paper.fillColor('#000000');
  for (const [row, line] of dots.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (isDark) paper.rect(x + column * side, y + row * side, side, side);
    }
  }
  paper.fill();
}

/** At the foot of each sheet: what it belongs to, and which of how many it is. */
function drawFooters(paper: Pdf, { number, createdOn, version }: PackageContent): void {
  const { start, count } = paper.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    paper.switchToPage(at);
    // Below the margin pdfkit would begin another sheet.
    paper.page.margins.bottom = 0;
    styled(paper, 'regular', SMALL_SIZE, FAINT).text(
      `№ ${number} от ${createdOn} · версия ${version} · лист ${at - start + 1} из ${count}`,
      MARGIN,
      paper.page.height - MARGIN / 2,
      { width: widthOf(paper), align: 'center', lineBreak: false },
    );
    paper.page.margins.bottom = MARGIN;
  }
}
