import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

// A thread of kit/password-threads.ts: one derivation at a time, in this thread alone.
parentPort?.on('message', (parameters: Parameters<typeof argon2Sync>[1]) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
