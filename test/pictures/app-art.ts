import { mkdirSync } from 'node:fs';
import sharp from 'sharp';

// `npm run tool pictures:apps`: draws the icons and galleries for the example apps' listings, without fonts,
// so that they look the same on every machine.

const INK = '#17324d';
const PAPER = '#ffffff';

const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;
const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
const svg = (width: number, height: number, body: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  );

/** A four-pointed star as a sign of cleanliness. */
const sparkle = (x: number, y: number, size: number, fill: string): string =>
  `<path d="M${x} ${y - size}Q${x + size * 0.14} ${y - size * 0.14} ${x + size} ${y}Q${x + size * 0.14} ${y + size * 0.14} ${x} ${y + size}Q${x - size * 0.14} ${y + size * 0.14} ${x - size} ${y}Q${x - size * 0.14} ${y - size * 0.14} ${x} ${y - size}Z" fill="${fill}"/>`;
const tick = (x: number, y: number, size: number, stroke: string): string =>
  `<path d="M${x} ${y}l${size * 0.35} ${size * 0.35}l${size * 0.65} ${-size * 0.75}" fill="none" stroke="${stroke}" stroke-width="${size * 0.2}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** An app's window on a background in its color. */
const framed = (ground: string, body: string): Buffer =>
  svg(
    1_600,
    900,
    `${rect(0, 0, 1_600, 900, ground)}${rect(142, 92, 1_316, 736, '#00000018', 28)}${rect(140, 84, 1_320, 736, PAPER, 24)}${rect(140, 84, 1_320, 64, '#eef2f5', 24)}${rect(140, 120, 1_320, 28, '#eef2f5')}${['#e4868c', '#e8c376', '#8dc49b'].map((dot, at) => circle(182 + at * 34, 116, 10, dot)).join('')}${body}`,
  );

const CREW = ['#2a9d8f', '#e9a03b', '#7b6fc4', '#d1605e'] as const;

/** A day's board with each cleaner's tasks. */
const board = framed(
  '#cfe8e4',
  [0, 1, 2, 3]
    .map((column) => {
      const x = 190 + column * 312;
      const colour = CREW[column] ?? INK;
      const head =
        circle(x + 26, 210, 26, colour) +
        rect(x + 66, 196, 130, 14, INK, 7) +
        rect(x + 66, 220, 84, 10, '#a9b7c2', 5);
      const cards = Array.from({ length: 3 - (column % 2) }, (_, row) => {
        const y = 268 + row * 172;
        const done = row === 0 || (column === 2 && row === 1);
        return (
          rect(x, y, 272, 148, '#f5f8fa', 16) +
          rect(x, y, 10, 148, colour, 5) +
          rect(x + 32, y + 28, 150, 14, INK, 7) +
          rect(x + 32, y + 58, 190, 10, '#a9b7c2', 5) +
          rect(x + 32, y + 80, 120, 10, '#a9b7c2', 5) +
          (done
            ? rect(x + 32, y + 106, 76, 22, '#d9f0e4', 11) + tick(x + 220, y + 120, 26, '#2a9d8f')
            : rect(x + 32, y + 106, 96, 22, '#fdf0d9', 11))
        );
      });
      return head + cards.join('');
    })
    .join(''),
);

/** A turnover from check-out to guest-ready. */
const turnover = framed(
  '#f6e7cd',
  rect(200, 214, 320, 18, INK, 9) +
    rect(200, 250, 220, 12, '#a9b7c2', 6) +
    rect(236, 330, 8, 380, '#dfe6eb') +
    [0, 1, 2, 3]
      .map((step) => {
        const y = 330 + step * 120;
        const done = step < 3;
        return (
          circle(240, y + 20, 30, done ? '#2a9d8f' : '#dfe6eb') +
          (done ? tick(226, y + 20, 28, PAPER) : '') +
          rect(300, y, 240 - step * 20, 16, INK, 8) +
          rect(300, y + 28, 360 - step * 30, 10, '#a9b7c2', 5)
        );
      })
      .join('') +
    rect(860, 214, 540, 540, '#f5f8fa', 24) +
    `<path d="M900 560l230-190 230 190v150a20 20 0 0 1-20 20H920a20 20 0 0 1-20-20z" fill="#e9a03b"/><path d="M870 566l260-216 260 216" fill="none" stroke="${INK}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/>` +
    rect(1_080, 590, 100, 140, PAPER, 10) +
    sparkle(1_330, 300, 56, '#2a9d8f') +
    sparkle(930, 320, 34, '#e9a03b'),
);

const crewIcon = svg(
  1_024,
  1_024,
  rect(0, 0, 1_024, 1_024, '#2a9d8f') +
    `<path d="M232 560l280-232 280 232v200a40 40 0 0 1-40 40H272a40 40 0 0 1-40-40z" fill="${PAPER}"/>` +
    sparkle(512, 590, 150, '#e9a03b') +
    sparkle(770, 300, 88, '#ffe2a8') +
    sparkle(268, 276, 56, '#ffe2a8'),
);

const bankIcon = svg(
  1_024,
  1_024,
  rect(0, 0, 1_024, 1_024, '#274690') +
    `<path d="M512 204L820 372H204z" fill="${PAPER}"/>` +
    rect(220, 400, 584, 44, '#c7d6f5', 10) +
    [0, 1, 2, 3].map((at) => rect(258 + at * 142, 474, 82, 226, PAPER, 14)).join('') +
    rect(196, 730, 632, 66, PAPER, 16) +
    circle(512, 312, 34, '#f2b84b'),
);

/** A guest's payment page. */
const payPage = framed(
  '#d6def2',
  rect(520, 196, 560, 560, '#f5f8fa', 24) +
    rect(568, 244, 250, 18, INK, 9) +
    rect(568, 280, 170, 12, '#a9b7c2', 6) +
    rect(568, 328, 464, 176, '#274690', 22) +
    rect(604, 372, 70, 50, '#f2b84b', 10) +
    rect(604, 452, 300, 16, '#9fb4e3', 8) +
    circle(970, 460, 26, '#e4868c') +
    circle(996, 460, 26, '#f2b84bcc') +
    rect(568, 540, 464, 56, PAPER, 12) +
    rect(592, 562, 190, 12, '#a9b7c2', 6) +
    rect(568, 628, 464, 68, '#2a9d8f', 16) +
    tick(778, 662, 40, PAPER),
);

/** Payments and refunds, as the host's bank would list them. */
const ledger = framed(
  '#f4dfd6',
  rect(200, 206, 280, 18, INK, 9) +
    [0, 1, 2, 3, 4, 5]
      .map((row) => {
        const y = 272 + row * 86;
        const back = row === 2;
        return (
          rect(200, y, 1_200, 64, row % 2 ? PAPER : '#f5f8fa', 14) +
          circle(242, y + 32, 18, back ? '#e4868c' : '#2a9d8f') +
          rect(284, y + 25, 220 + ((row * 53) % 120), 14, INK, 7) +
          rect(700, y + 27, 160, 10, '#a9b7c2', 5) +
          rect(
            1_230 - ((row * 37) % 70),
            y + 25,
            130 + ((row * 37) % 70),
            14,
            back ? '#d1605e' : '#274690',
            7,
          )
        );
      })
      .join(''),
);

/** A closed envelope. */
const envelope = (x: number, y: number, width: number, paper: string, flap: string): string =>
  rect(x, y, width, width * 0.66, paper, width * 0.06) +
  `<path d="M${x + width * 0.04} ${y + width * 0.05}L${x + width / 2} ${y + width * 0.4}L${x + width * 0.96} ${y + width * 0.05}" fill="none" stroke="${flap}" stroke-width="${width * 0.06}" stroke-linecap="round" stroke-linejoin="round"/>`;

const inboxIcon = svg(
  1_024,
  1_024,
  rect(0, 0, 1_024, 1_024, '#6a4c93') +
    envelope(192, 356, 560, PAPER, '#6a4c93') +
    circle(752, 356, 128, '#f2b84b') +
    tick(698, 362, 108, PAPER),
);

/** A thread's message: `from` decides its side. */
const bubble = (from: 'guest' | 'house', y: number, lines: readonly number[]): string => {
  const [width, height] = [Math.max(...lines) + 80, lines.length * 34 + 52];
  const x = from === 'guest' ? 620 : 1_400 - width;
  const [ground, ink] = from === 'guest' ? ['#f0ebf6', INK] : ['#6a4c93', PAPER];
  return (
    rect(x, y, width, height, ground, 26) +
    lines.map((line, at) => rect(x + 40, y + 34 + at * 34, line, 14, ink, 7)).join('')
  );
};

/** A conversation with a guest in another inbox. */
const thread = framed(
  '#ded5ea',
  [0, 1, 2, 3, 4]
    .map((row) => {
      const y = 180 + row * 124;
      return (
        (row === 1 ? rect(172, y - 16, 388, 112, '#f0ebf6', 18) : '') +
        circle(222, y + 40, 30, CREW[row % CREW.length] ?? INK) +
        rect(274, y + 20, 150 + ((row * 47) % 70), 14, INK, 7) +
        rect(274, y + 48, 210 - ((row * 31) % 60), 10, '#a9b7c2', 5) +
        (row < 2 ? circle(526, y + 40, 10, '#d1605e') : '')
      );
    })
    .join('') +
    rect(586, 148, 4, 672, '#eef2f5') +
    bubble('guest', 190, [280, 190]) +
    bubble('house', 340, [330, 260]) +
    bubble('guest', 490, [230]) +
    bubble('house', 600, [300]) +
    tick(1_330, 716, 26, '#2a9d8f') +
    tick(1_352, 716, 26, '#2a9d8f') +
    rect(620, 748, 780, 44, '#f5f8fa', 22),
);

/** Two inboxes and the messages between them. */
const bridge = framed(
  '#f3e3cf',
  rect(200, 220, 420, 520, '#f5f8fa', 24) +
    rect(980, 220, 420, 520, '#f5f8fa', 24) +
    envelope(290, 300, 240, '#e9a03b', PAPER) +
    envelope(1_070, 300, 240, '#6a4c93', PAPER) +
    [0, 1, 2]
      .map(
        (row) =>
          rect(250, 520 + row * 62, 320 - row * 50, 14, row === 0 ? INK : '#a9b7c2', 7) +
          rect(1_030, 520 + row * 62, 320 - row * 50, 14, row === 0 ? INK : '#a9b7c2', 7),
      )
      .join('') +
    ['M664 420H920M884 380l40 40-40 40', 'M936 560H680M716 520l-40 40 40 40']
      .map(
        (way) =>
          `<path d="${way}" fill="none" stroke="${INK}" stroke-width="22" stroke-linecap="round" stroke-linejoin="round"/>`,
      )
      .join(''),
);

/** A bank card. */
const card = (x: number, y: number, width: number, ground: string): string =>
  rect(x, y, width, width * 0.62, ground, width * 0.06) +
  rect(x, y + width * 0.12, width, width * 0.11, INK) +
  rect(x + width * 0.08, y + width * 0.34, width * 0.14, width * 0.1, '#f2b84b', width * 0.02) +
  rect(x + width * 0.08, y + width * 0.5, width * 0.42, width * 0.04, PAPER, width * 0.02);

const cardsIcon = svg(
  1_024,
  1_024,
  rect(0, 0, 1_024, 1_024, '#2b2d6e') +
    card(282, 250, 560, '#9aa5ff') +
    card(182, 400, 560, '#6c79f0') +
    circle(770, 716, 116, '#2a9d8f') +
    tick(716, 720, 108, PAPER),
);

/** A card payment that's confirmed on the booking's page. */
const checkout = framed(
  '#dcdcf3',
  card(200, 236, 520, '#6c79f0') +
    rect(200, 612, 520, 60, '#f5f8fa', 12) +
    rect(224, 636, 210, 12, '#a9b7c2', 6) +
    rect(200, 696, 520, 68, '#2b2d6e', 16) +
    rect(380, 722, 160, 16, PAPER, 8) +
    rect(860, 214, 540, 540, '#f5f8fa', 24) +
    circle(1_130, 372, 86, '#2a9d8f') +
    tick(1_090, 376, 80, PAPER) +
    rect(980, 512, 300, 18, INK, 9) +
    rect(1_010, 552, 240, 12, '#a9b7c2', 6) +
    rect(920, 636, 420, 12, '#a9b7c2', 6) +
    rect(920, 668, 340, 12, '#a9b7c2', 6),
);

const DRAWN = [
  ['examples/cleaning-app/listing/icon.png', crewIcon],
  ['examples/cleaning-app/listing/board.png', board],
  ['examples/cleaning-app/listing/turnover.png', turnover],
  ['examples/payment-app/listing/icon.png', bankIcon],
  ['examples/payment-app/listing/pay.png', payPage],
  ['examples/payment-app/listing/ledger.png', ledger],
  ['examples/stripe-app/listing/icon.png', cardsIcon],
  ['examples/stripe-app/listing/pay.png', checkout],
  ['examples/stripe-app/listing/refunds.png', ledger],
  ['examples/inbox-app/listing/icon.png', inboxIcon],
  ['examples/inbox-app/listing/thread.png', thread],
  ['examples/inbox-app/listing/bridge.png', bridge],
] as const;

for (const [file, drawing] of DRAWN) {
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true });
  const { size } = await sharp(drawing).png({ palette: true, compressionLevel: 9 }).toFile(file);
  process.stdout.write(`${file} ${Math.ceil(size / 1_000)} kB\n`);
}
