import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Caches about a thousand compiled modules for the next start. Enabled before the first TypeScript import, because otherwise Node would
// load its TypeScript compiler for that import and keep it in memory. Our threads and child processes find the cache in the environment.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache();
