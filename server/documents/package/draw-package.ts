// Draws the PDF of a signed package, and has it sealed.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeQR } from 'qr';
import { byEvent, type CommentKind } from '../../../contract/documents/words.ts';
import { formatBytes } from '../../../rules/format/texts.ts';
import { DECISION_TEXTS } from '../document/decision-texts.ts';
import type { SealKey } from './certificates.ts';
import * as pdf from './draw-text.ts';
import type * as packages from './package.ts';
import { fillSeal, reserveSeal } from './seal-pdf.ts';
import { textBlocks } from './text-blocks.ts';

const QR_SIDE = 96;
const SECTION_GAP = 16;
const LINK = '#1f5fbf';
const BAD = '#b3261e';

const styled = (paper: pdf.Pdf, font: pdf.Face, size: number, color: string): pdf.Pdf =>
  paper.font(font).fontSize(size).fillColor(color);

/** What is drawn, and what seals it. */
export interface PackageOrder {
  readonly content: packages.PackageContent;
  readonly files: readonly packages.PackageFile[];
  readonly seal: SealKey;
  /** Milliseconds since the epoch. */
  readonly sealedAt: number;
}

/**
 * Writes the sealed package to a new file, as a PDF; returns its SHA-256. Equal orders give equal bytes. For a thread of
 * its own.
 */
export async function drawPackage({ content, files, seal, sealedAt }: PackageOrder, to: string): Promise<string> {
  const paper = pdf.openPdf({
    title: `№ ${content.number}. ${pdf.wellFormed(content.title)}`,
    author: pdf.wellFormed(content.host),
    at: content.savedAt,
  });
  const handle = openSync(to, 'wx+');
  try {
    const done = new Promise<void>((resolve, reject) => {
      paper.on('data', (chunk: Uint8Array) => writeFileSync(handle, chunk));
      paper.on('end', resolve);
      paper.on('error', reject);
    });
    // From the next turn on the paper keeps nothing of what it is given: each chunk is written at once.
    await nextTurn();
    drawHead(paper, content);
    pdf.drawText(paper, textBlocks(content.text));
    drawSteps(paper, content.steps);
    drawEarlier(paper, content.earlier);
    drawFiles(paper, files);
    drawComments(paper, content.comments);
    drawSealNote(paper, content);
    drawFooters(paper, content);
    paper.switchToPage(paper.bufferedPageRange().start);
    const place = reserveSeal(paper, { name: pdf.wellFormed(content.host), at: sealedAt });
    for (const [place, { name, type, path }] of files.entries()) {
      if (path === null) continue;
      const isNamedBefore = files.slice(0, place).some((other) => other.name === name);
      const key = isNamedBefore ? `${place + 1}. ${name}` : name;
      const facts = { name: pdf.wellFormed(name), key: pdf.wellFormed(key), type, path, at: content.savedAt };
      pdf.attachFile(paper, facts);
    }
    paper.end();
    await done;
    return fillSeal(handle, place, seal);
  } finally {
    closeSync(handle);
  }
}

/** What the document is and where it stands, beside the code that leads to the check. */
function drawHead(paper: pdf.Pdf, content: packages.PackageContent): void {
  const { host, number, createdOn, title, directing, task, author, version, hash, state, cancelled } = content;
  const [x, top, width] = [pdf.MARGIN, paper.y, pdf.widthOf(paper) - QR_SIDE - SECTION_GAP];
  drawCode(paper, content.checkAddress, pdf.MARGIN + width + SECTION_GAP, top);
  styled(paper, 'regular', pdf.SMALL_SIZE, pdf.FAINT).text(pdf.printable(host), x, top, { width });
  paper.moveDown(0.6).font('bold').fontSize(18).fillColor(pdf.INK).text(pdf.printable(title), { width, lineGap: 2 });
  paper.moveDown(0.2).font('regular').fontSize(pdf.TEXT_SIZE).text(`№ ${number} от ${createdOn}`, { width });
  if (cancelled) {
    paper.moveDown(0.4);
    styled(paper, 'bold', 26, BAD).text('Аннулирован', { width });
    styled(paper, 'regular', pdf.TEXT_SIZE, pdf.INK).text(pdf.printable(`${cancelled.at}. ${cancelled.by}.`), {
      width,
    });
    paper.text(pdf.printable(`Причина: ${cancelled.reason}`), { width });
  }
  paper.moveDown(0.5);
  if (!cancelled) fact(paper, 'Состояние', state, width);
  fact(paper, 'Направление', directing, width);
  fact(paper, 'Тип документа', task, width);
  fact(paper, 'Автор', author, width);
  // A long title has gone on to another sheet, below the code there is nothing then.
  if (paper.bufferedPageRange().count === 1) paper.y = Math.max(paper.y, top + QR_SIDE + 4);
  fact(paper, 'Версия', String(version), pdf.widthOf(paper));
  fact(paper, 'Хэш версии', hash, pdf.widthOf(paper));
  styled(paper, 'regular', pdf.SMALL_SIZE, pdf.FAINT).text('Проверка: ', { continued: true });
  paper.fillColor(LINK).text(content.checkAddress, { link: content.checkAddress });
  rule(paper);
}

function fact(paper: pdf.Pdf, name: string, value: string, width: number): void {
  styled(paper, 'regular', pdf.SMALL_SIZE, pdf.FAINT).text(`${name}: `, { continued: true, width });
  paper.fillColor(pdf.INK).text(pdf.printable(value), { width });
}

function rule(paper: pdf.Pdf): void {
  const y = paper.y + SECTION_GAP / 2;
  paper
    .moveTo(pdf.MARGIN, y)
    .lineTo(pdf.MARGIN + pdf.widthOf(paper), y)
    .lineWidth(0.5)
    .strokeColor(pdf.RULED)
    .stroke();
  paper.y = y + SECTION_GAP / 2;
}

function section(paper: pdf.Pdf, title: string): void {
  // A heading with what follows it.
  pdf.keepTogether(paper, 110);
  paper.y += SECTION_GAP / 2;
  paper.x = pdf.MARGIN;
  paper.font('bold').fontSize(13).fillColor(pdf.INK).text(title);
  paper.y += 4;
}

function drawSteps(paper: pdf.Pdf, steps: readonly packages.PackageStep[]): void {
  section(paper, 'Решения');
  if (steps.length === 0) {
    paper.font('regular').fontSize(pdf.TEXT_SIZE).text('Документ без подписантов.');
    return;
  }
  for (const { title, decisions } of steps) {
    pdf.keepTogether(paper, 60);
    styled(paper, 'bold', pdf.SMALL_SIZE + 0.5, pdf.FAINT).text(pdf.printable(title));
    paper.y += 3;
    for (const decision of decisions) drawDecision(paper, decision);
    paper.y += 4;
  }
}

function drawDecision(paper: pdf.Pdf, decision: packages.PackageDecision): void {
  const { name, position, now, by, outcome, at, reason } = decision;
  pdf.keepTogether(paper, 34);
  styled(paper, 'bold', pdf.TEXT_SIZE, pdf.INK).text(pdf.printable(name), { continued: position !== '' });
  if (position !== '') styled(paper, 'regular', pdf.TEXT_SIZE, pdf.FAINT).text(`, ${pdf.printable(position)}`);
  const parts = [outcome, at].filter((part) => part !== '').join(' · ');
  styled(paper, 'regular', pdf.SMALL_SIZE + 0.5, pdf.INK).text(parts);
  if (by !== '') paper.text(`Решение заместителя: ${pdf.printable(by)}`);
  paper.fillColor(pdf.FAINT);
  if (now !== '') paper.text(`Теперь: ${pdf.printable(now)}`);
  if (reason !== '') paper.text(`Причина: ${pdf.printable(reason)}`);
  paper.y += 5;
}

const EARLIER = byEvent((name) => DECISION_TEXTS[name].packaged);

function drawEarlier(paper: pdf.Pdf, earlier: readonly packages.EarlierDecision[]): void {
  if (earlier.length === 0) return;
  const isWithdrawn = earlier.some(({ withdrawn }) => withdrawn !== null);
  section(paper, isWithdrawn ? 'Прежние и отозванные решения' : 'Решения о прежних версиях');
  for (const { event, by, insteadOf, at, version, hash, reason, withdrawn } of earlier) {
    pdf.keepTogether(paper, 44);
    const who = insteadOf === '' ? by : `${by} (заместитель, вместо: ${insteadOf})`;
    styled(paper, 'regular', pdf.SMALL_SIZE + 0.5, pdf.INK).text(pdf.printable(`${at} · ${EARLIER[event]} · ${who}`));
    if (reason !== '') paper.text(pdf.printable(`Причина: ${reason}`));
    if (withdrawn)
      styled(paper, 'bold', pdf.SMALL_SIZE + 0.5, BAD).text(
        pdf.printable(`Решение отозвано: ${withdrawn.at} · ${withdrawn.by}`),
      );
    styled(paper, 'regular', pdf.SMALL_SIZE - 1, pdf.FAINT).text(`Версия ${version}, хэш ${hash}`);
    paper.y += 4;
  }
}

function drawFiles(paper: pdf.Pdf, files: readonly packages.PackageFile[]): void {
  if (files.length === 0) return;
  section(paper, 'Приложения');
  for (const { name, size, sha256, path } of files) {
    pdf.keepTogether(paper, 30);
    styled(paper, 'regular', pdf.TEXT_SIZE, pdf.INK).text(`${pdf.printable(name)}, ${formatBytes(size)}`);
    const note = path !== null ? 'вложено в этот файл' : 'не вложено: слишком велико, храните отдельно';
    styled(paper, 'regular', pdf.SMALL_SIZE - 1, pdf.FAINT).text(`Хэш (SHA-256) ${sha256} · ${note}`);
    paper.y += 4;
  }
}

const COMMENT_WORDS: Readonly<Record<CommentKind, string>> = {
  comment: 'комментарий',
  question: 'вопрос',
  answer: 'ответ',
};

function drawComments(paper: pdf.Pdf, comments: packages.PackageContent['comments']): void {
  if (comments === null) return;
  section(paper, 'Обсуждение');
  if (comments.length === 0) styled(paper, 'regular', pdf.TEXT_SIZE, pdf.INK).text('Комментариев нет.');
  for (const { kind, by, at, version, text, files } of comments) {
    pdf.keepTogether(paper, 40);
    styled(paper, 'bold', pdf.SMALL_SIZE + 0.5, pdf.INK).text(pdf.printable(by), { continued: true });
    styled(paper, 'regular', pdf.SMALL_SIZE + 0.5, pdf.FAINT).text(
      ` · ${COMMENT_WORDS[kind]} · ${at} · версия ${version}`,
    );
    paper.y += 2;
    if (text === '' && files.length === 0) styled(paper, 'italic', pdf.TEXT_SIZE, pdf.FAINT).text('Отозван автором.');
    pdf.drawText(paper, textBlocks(text));
    if (files.length > 0)
      styled(paper, 'regular', pdf.SMALL_SIZE, pdf.FAINT).text(
        pdf.printable(`Файлы (здесь не вложены): ${files.join(', ')}`),
      );
    paper.y += 5;
  }
}

/** How a reader finds out that the file is the one that was given out. */
function drawSealNote(paper: pdf.Pdf, { fingerprint }: packages.PackageContent): void {
  pdf.keepTogether(paper, 70);
  rule(paper);
  paper.x = pdf.MARGIN;
  styled(paper, 'bold', pdf.TEXT_SIZE, pdf.INK).text('Этот файл запечатан');
  styled(paper, 'regular', pdf.SMALL_SIZE, pdf.INK).text(
    'Программа для чтения PDF покажет, менялся ли файл с тех пор. Страница проверки, на которую ведёт код первого листа, ' +
      'сравнит его с выданным.',
  );
  paper.fillColor(pdf.FAINT).text(`Сертификат печати, SHA-256: ${fingerprint}`);
}

function drawCode(paper: pdf.Pdf, address: string, x: number, y: number): void {
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
function drawFooters(paper: pdf.Pdf, { number, createdOn, version }: packages.PackageContent): void {
  const { start, count } = paper.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    paper.switchToPage(at);
    // Below the margin pdfkit would begin another sheet.
    paper.page.margins.bottom = 0;
    styled(paper, 'regular', pdf.SMALL_SIZE, pdf.FAINT).text(
      `№ ${number} от ${createdOn} · версия ${version} · лист ${at - start + 1} из ${count}`,
      pdf.MARGIN,
      paper.page.height - pdf.MARGIN / 2,
      { width: pdf.widthOf(paper), align: 'center', lineBreak: false },
    );
    paper.page.margins.bottom = pdf.MARGIN;
  }
}
