import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

// Thread for kit/password-threads.ts: one derivation at a time, only in this thread.
parentPort?.on('message', (parameters: Parameters<typeof argon2Sync>[1]) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
