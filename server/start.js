import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// What follows is some thousand modules: the second start finds them compiled. Enabled before the first of them, for else Node would load
// its compiler of TypeScript for that one and keep it. Threads and processes of ours know where it is from the environment.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache();
await import('./main.ts');
