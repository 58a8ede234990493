import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { EFFORT } from './support/seeded.ts';

/**
 * CONTRIBUTING.md's recipes, followed in a copy of the affected files by codegen and the compiler, as a
 * contributor would.
 */
const COPIED = ['schema', 'subgraphs', 'kit', 'db', 'packages/manifest', 'packages/theme'];
const FILES = ['package.json', 'tsconfig.json', 'codegen.ts'];

let copy: string;
const copies: string[] = [];
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'recipe-'));
  copies.push(copy);
  for (const from of [...COPIED, ...FILES]) await cp(from, join(copy, from), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => Promise.all(copies.map((folder) => rm(folder, { recursive: true }))));

const run = (tool: string, ...args: readonly string[]) =>
  new Promise<string>((resolve) => {
    const binary = join(process.cwd(), 'node_modules/.bin', tool);
    execFile(binary, args, { cwd: copy }, (_failed, stdout, stderr) => resolve(stdout + stderr));
  });

/** Runs codegen for a single file: all of them take half a minute. */
async function codegen(file: string): Promise<void> {
  const config = `import config from './codegen.ts';
export default { generates: { '${file}': config.generates['${file}'] } };
`;
  await writeFile(join(copy, 'one.config.ts'), config);
  await run('graphql-codegen', '--config', 'one.config.ts');
}

/** Declares the subgraph's part of `Services`, which no import leads to. */
const SERVICES = 'subgraphs/apps/services.ts';

/** Compiler errors in a file and its imports. */
async function compile(file: string): Promise<string> {
  const compilerOptions = { incremental: false, tsBuildInfoFile: null };
  const config = { extends: './tsconfig.json', compilerOptions, files: [file, SERVICES], include: [] };
  await writeFile(join(copy, 'one.tsconfig.json'), JSON.stringify(config));
  return run('tsc', '-p', 'one.tsconfig.json');
}

/** Adds a line below a unique line. */
async function addBelow(file: string, line: string, added: string): Promise<void> {
  const before = await readFile(join(copy, file), 'utf8');
  const parts = before.split(`${line}\n`);
  expect(parts, `${file}: ${line}`).toHaveLength(2);
  await writeFile(join(copy, file), parts.join(`${line}\n${added}\n`));
}

const TOPICS = 'subgraphs/apps/webhooks/topics';
const TOPIC = `import { describeTask, Task } from './resources/task.ts';
import { defineTopic } from './topic.ts';

export const taskArchived = defineTopic('task.archived', {
  when: 'A task was archived.',
  resource: Task,
  describe: describeTask,
  trigger: { how: 'Archive a task.' },
});
`;

const nameTheEvent = async () => {
  await addBelow('schema/events.ts', "  'task.created': TaskEvent;", "  'task.archived': TaskEvent;");
  await addBelow('schema/events.ts', "  'task.created': ['apps'],", "  'task.archived': ['apps'],");
};
const writeItsFile = () => writeFile(join(copy, TOPICS, 'task-archived.ts'), TOPIC);
const listed = () => run('node', '-p', `Object.keys(require('./${TOPICS}/topics.ts').TOPICS).join(' ')`);

describe('a webhook topic', () => {
  test('adding a webhook topic requires only its event and its file', async () => {
    await nameTheEvent();
    await writeItsFile();
    await codegen(`${TOPICS}/generated.ts`);
    expect(await compile(`${TOPICS}/topics.ts`)).toBe('');
    expect(await listed()).toContain(' task.created task.archived task.updated ');
  }, 120_000);

  test.runIf(EFFORT > 1)(
    "a webhook topic doesn't compile without its file",
    async () => {
      await nameTheEvent();
      await codegen(`${TOPICS}/generated.ts`);
      expect(await compile(`${TOPICS}/topics.ts`)).toContain("Cannot find module './task-archived.ts'");
    },
    120_000,
  );

  test.runIf(EFFORT > 1)(
    "a webhook topic doesn't compile before codegen lists it",
    async () => {
      await nameTheEvent();
      await writeItsFile();
      expect(await compile(`${TOPICS}/topics.ts`)).toContain(`Property '"task.archived"' is missing`);
    },
    120_000,
  );
});
