#!/usr/bin/env node
// The launcher is plain JavaScript under version control, so that npm can link it before the first build, and an old
// Node prints a message instead of failing on unknown syntax.
import { existsSync } from 'node:fs';

const built = new URL('../dist/platform.js', import.meta.url);
const major = Number(process.versions.node.split('.')[0]);

if (major < 20) {
  process.stderr.write(`platform requires Node 20 or later, but this is Node ${process.versions.node}.
`);
  process.exitCode = 1;
} else if (!existsSync(built)) {
  process.stderr.write('platform isn\'t built yet. Run "npm run build --workspace @platform/cli".\n');
  process.exitCode = 1;
} else {
  const { run } = await import(built.href);
  process.exitCode = await run(process.argv.slice(2));
}
