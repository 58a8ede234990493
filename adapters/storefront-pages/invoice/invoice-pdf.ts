import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import PDFDocument from 'pdfkit';
import type { ShownInvoice } from './shown-invoice.ts';

const { resolve } = createRequire(import.meta.url);
const font = (weight: string) => readFileSync(resolve(`@expo-google-fonts/noto-sans/${weight}.ttf`));
/** Read with the first PDF, because a process that makes none doesn't need them. */
let fonts: { readonly regular: Buffer; readonly bold: Buffer } | null = null;

/** An A4 page in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 50, bottom: 90 } as const;
const RIGHT = PAGE.width - PAGE.margin;
const WIDTH = RIGHT - PAGE.margin;
const INK = '#1c1c1a';
const QUIET = '#62625d';
const LINE = '#c9c9c2';

/** Space for a logo, above the issuer. */
const LOGO = { width: 160, height: 54 } as const;

/** The amount columns' right edges and widths. */
const COLUMNS = [
  { right: 345, width: 70 },
  { right: 405, width: 55 },
  { right: 465, width: 60 },
  { right: RIGHT, width: 75 },
] as const;
const NAME_WIDTH = 220;

/** Draws a document as a PDF with a text layer and embedded fonts. The same document always gives the same bytes. */
export async function invoicePdf(shown: ShownInvoice, logo: Uint8Array | null): Promise<Buffer> {
  fonts ??= { regular: font('400Regular/NotoSans_400Regular'), bold: font('700Bold/NotoSans_700Bold') };
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    lang: shown.language,
    displayTitle: true,
    info: {
      Title: `${shown.title} ${shown.number}`,
      Author: shown.issuer[0] ?? '',
      CreationDate: shown.issuedAt,
      ModDate: shown.issuedAt,
    },
  });
  const written = new Promise<Buffer>((done, failed) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => done(Buffer.concat(chunks)));
    pdf.on('error', failed);
  });
  pdf.registerFont('regular', fonts.regular);
  pdf.registerFont('bold', fonts.bold);
  pdf.lineGap(1).fillColor(INK);
  draw(pdf, shown, logo);
  drawFooters(pdf, shown);
  pdf.end();
  return written;
}

type Pdf = InstanceType<typeof PDFDocument>;

function draw(pdf: Pdf, shown: ShownInvoice, logo: Uint8Array | null): void {
  const { words } = shown;
  if (shown.isTest) {
    text(pdf, words.test, { y: PAGE.margin - 22, size: 10, bold: true, color: '#a02a12' });
  }
  const [name = '', ...details] = shown.issuer;
  if (logo) pdf.image(Buffer.from(logo), PAGE.margin, PAGE.margin, { fit: [LOGO.width, LOGO.height] });
  const start = logo ? PAGE.margin + LOGO.height + 10 : PAGE.margin;
  let left = text(pdf, name, { y: start, width: 280, size: 11, bold: true });
  left = text(pdf, details.join('\n'), { y: left + 2, width: 280, color: QUIET });
  let right = text(pdf, shown.title, {
    y: PAGE.margin - 6,
    x: 340,
    width: RIGHT - 340,
    size: 20,
    bold: true,
    align: 'right',
  });
  right = text(pdf, shown.number, { y: right, x: 340, width: RIGHT - 340, size: 11, align: 'right' });
  const top = Math.max(left, right, 150) + 14;
  let recipient = text(pdf, words.recipient, { y: top, size: 8, color: QUIET });
  recipient = text(pdf, shown.recipient.join('\n'), { y: recipient + 2, width: 240, size: 10 });
  let facts = top;
  for (const [label, value] of shown.facts) {
    const start = facts;
    text(pdf, label, { y: start, x: 310, width: 85, size: 9, color: QUIET });
    facts = text(pdf, value, { y: start, x: 395, width: RIGHT - 395, size: 9, align: 'right' }) + 2;
  }
  let y = Math.max(recipient, facts) + 24;
  if (shown.balance === null) y = notes(pdf, shown, y) + 10;
  y = drawLines(pdf, shown, y);
  y = drawTaxes(pdf, shown, y + 22);
  y = drawPayments(pdf, shown, y);
  if (shown.balance !== null) notes(pdf, shown, y + 10);
}

/** Draws the lines and the total, and repeats the columns on every page. */
function drawLines(pdf: Pdf, { columns, lines, total }: ShownInvoice, start: number): number {
  let y = heads(pdf, columns, start);
  for (const [name = '', ...cells] of lines) {
    const height = heightOf(pdf, name, NAME_WIDTH, 9) + 8;
    if (y + height > PAGE.height - PAGE.bottom) {
      pdf.addPage();
      y = heads(pdf, columns, PAGE.margin);
    }
    text(pdf, name, { y: y + 4, width: NAME_WIDTH, size: 9 });
    for (const [place, column] of COLUMNS.entries()) {
      const x = column.right - column.width;
      text(pdf, cells[place] ?? '', { y: y + 4, x, width: column.width, size: 9, align: 'right' });
    }
    y += height;
    rule(pdf, y, PAGE.margin, LINE);
  }
  y = room(pdf, y, 40);
  const [label, amount] = total;
  text(pdf, label, { y: y + 8, width: 300, size: 11, bold: true });
  return text(pdf, amount, { y: y + 8, x: 345, width: RIGHT - 345, size: 11, bold: true, align: 'right' });
}

function heads(pdf: Pdf, columns: readonly string[], y: number): number {
  const [first = '', ...others] = columns;
  const heights = COLUMNS.map(({ width }, place) => heightOf(pdf, others[place] ?? '', width, 8));
  const bottom = y + Math.max(heightOf(pdf, first, NAME_WIDTH, 8), ...heights);
  const at = (label: string, width: number) => bottom - heightOf(pdf, label, width, 8);
  text(pdf, first, { y: at(first, NAME_WIDTH), width: NAME_WIDTH, size: 8, color: QUIET });
  for (const [place, { right, width }] of COLUMNS.entries()) {
    const label = others[place] ?? '';
    text(pdf, label, { y: at(label, width), x: right - width, width, size: 8, color: QUIET, align: 'right' });
  }
  rule(pdf, bottom + 4, PAGE.margin, INK);
  return bottom + 4;
}

const SUMS = 265;

function drawTaxes(pdf: Pdf, { taxes, words }: ShownInvoice, start: number): number {
  if (taxes.length === 0) return start;
  let y = room(pdf, start, 60);
  text(pdf, words.taxes, { y, x: SUMS, width: 130, size: 9, bold: true });
  text(pdf, words.net, { y, x: 395, width: 70, size: 8, color: QUIET, align: 'right' });
  y = text(pdf, words.tax, { y, x: 465, width: RIGHT - 465, size: 8, color: QUIET, align: 'right' }) + 4;
  for (const [name = '', net = '', amount = ''] of taxes) {
    y = room(pdf, y, 30);
    text(pdf, net, { y, x: 395, width: 70, size: 9, align: 'right' });
    text(pdf, amount, { y, x: 465, width: RIGHT - 465, size: 9, align: 'right' });
    y = text(pdf, name, { y, x: SUMS, width: 140, size: 9 }) + 2;
  }
  return y + 12;
}

function drawPayments(pdf: Pdf, { payments, balance, words }: ShownInvoice, start: number): number {
  let y = start;
  if (payments.length > 0) {
    y = room(pdf, y, 60);
    y = text(pdf, words.payments, { y, x: SUMS, size: 9, bold: true }) + 4;
    for (const [label, amount] of payments) {
      y = room(pdf, y, 30);
      text(pdf, amount, { y, x: 465, width: RIGHT - 465, size: 9, align: 'right' });
      y = text(pdf, label, { y, x: SUMS, width: 195, size: 9 }) + 2;
    }
  }
  if (balance === null) return y;
  y = room(pdf, y, 30) + 4;
  rule(pdf, y, SUMS, INK);
  const [label, amount] = balance;
  text(pdf, label, { y: y + 6, x: SUMS, width: 150, size: 10, bold: true });
  return text(pdf, amount, { y: y + 6, x: 415, width: RIGHT - 415, size: 10, bold: true, align: 'right' });
}

function notes(pdf: Pdf, shown: ShownInvoice, start: number): number {
  let y = start;
  for (const note of shown.notes) {
    const height = heightOf(pdf, note, WIDTH, 9.5);
    y = room(pdf, y, height) + 2;
    y = text(pdf, note, { y, size: 9.5 });
  }
  return y;
}

/** Draws the issuer and page numbers below every page's content. */
function drawFooters(pdf: Pdf, { issuer, number, title, words }: ShownInvoice): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const y = PAGE.height - 62;
    rule(pdf, y, PAGE.margin, LINE);
    text(pdf, issuer.join(' · '), { y: y + 7, width: 340, size: 7.5, color: QUIET, mostLines: 3 });
    const which = `${title} ${number} · ${words.page(page + 1, count)}`;
    text(pdf, which, { y: y + 7, x: 395, width: RIGHT - 395, size: 7.5, color: QUIET, align: 'right' });
  }
}

/** Starts a page if less than this height is left. Returns where to continue. */
function room(pdf: Pdf, y: number, height: number): number {
  if (y + height <= PAGE.height - PAGE.bottom) return y;
  pdf.addPage();
  return PAGE.margin;
}

interface Style {
  readonly y: number;
  readonly x?: number;
  readonly width?: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  readonly mostLines?: number;
}

/** Draws text and returns its bottom. */
function text(
  pdf: Pdf,
  shown: string,
  { y, x = PAGE.margin, width = WIDTH, size = 9, ...style }: Style,
): number {
  pdf.font(style.bold ? 'bold' : 'regular', size).fillColor(style.color ?? INK);
  if (shown === '') return y;
  const drawn = drawable(pdf, shown);
  const { mostLines } = style;
  const limit = mostLines === undefined ? {} : { height: mostLines * size * 1.5, ellipsis: true };
  pdf.text(drawn, x, y, { width, align: style.align ?? 'left', ...limit });
  return pdf.y;
}

function heightOf(pdf: Pdf, shown: string, width: number, size: number): number {
  pdf.font('regular', size);
  return pdf.heightOfString(shown === '' ? ' ' : drawable(pdf, shown), { width });
}

/**
 * Replaces letters that the fonts don't have, such as Chinese or Arabic ones, with Latin letters: fonts for them have
 * 10 MB and more each. The page to print shows the name as it was entered.
 */
function drawable(pdf: Pdf, shown: string): string {
  // pdfkit's types leave out the current font, an embedded one.
  const { font } = (pdf as unknown as { readonly _font: { readonly font: Font } })._font;
  return shown.replaceAll(/[^\n\r]/gu, (letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : anyAscii(letter),
  );
}

interface Font {
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
}

function rule(pdf: Pdf, y: number, from: number, color: string): void {
  pdf.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(color).stroke();
}
