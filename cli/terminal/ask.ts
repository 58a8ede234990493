import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks one question on the terminal. Call only when `interactive`: without a terminal it would wait forever. */
export async function ask(
  question: string,
  options: { hidden?: boolean; initial?: string } = {},
): Promise<string> {
  const suggestion = options.initial === undefined ? '' : ` (${options.initial})`;
  const prompt = `${question}${suggestion}: `;
  // A hidden answer is not echoed, and neither is the prompt that readline would print with it.
  if (options.hidden) process.stderr.write(prompt);
  const output = options.hidden ? nowhere() : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const answer = (await lines.question(prompt)).trim();
    return answer === '' ? (options.initial ?? '') : answer;
  } finally {
    lines.close();
    if (options.hidden) process.stderr.write('\n');
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** A yes or no; anything but yes is no. */
export async function confirm(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N]`));
}

/** One of several, by its number or its name; asks again until it is one of them. */
export async function choose<Choice extends string>(
  question: string,
  choices: readonly Choice[],
): Promise<Choice> {
  for (const [index, choice] of choices.entries()) process.stderr.write(`  ${index + 1}. ${choice}\n`);
  for (;;) {
    const answer = await ask(question, { initial: '1' });
    const picked = choices[Number(answer) - 1] ?? choices.find((choice) => choice === answer);
    if (picked !== undefined) return picked;
  }
}
