import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Prompts for one value on the terminal. Call only if `interactive` is true: without a terminal it would wait
 * forever.
 */
export async function ask(
  question: string,
  options: { hidden?: boolean; initial?: string } = {},
): Promise<string> {
  const suggestion = options.initial === undefined ? '' : ` (${options.initial})`;
  const prompt = `${question}${suggestion}: `;
  // Hidden input isn't echoed, and neither is the prompt that readline would print with it.
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

/** Prompts for yes or no; any other input is no. */
export async function confirm(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N]`));
}

/** Prompts for a choice by its number or its name; repeats the prompt until the input is valid. */
export async function choose<Choice extends string>(
  question: string,
  choices: readonly Choice[],
  explanations?: Readonly<Record<Choice, string>>,
): Promise<Choice> {
  for (const [index, choice] of choices.entries()) {
    const explained = explanations ? `${choice}: ${explanations[choice]}` : choice;
    process.stderr.write(`  ${index + 1}. ${explained}\n`);
  }
  for (;;) {
    const answer = await ask(question, { initial: '1' });
    const picked = choices[Number(answer) - 1] ?? choices.find((choice) => choice === answer);
    if (picked !== undefined) return picked;
  }
}
