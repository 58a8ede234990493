import './compile-cache.js';
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

// Loaded first by `npm run dev`. Under `--watch`, Node sends the names of a thread's imports as messages from that thread, and our code
// would take them for the thread's results. Changes to files that only threads import need a restart by hand.
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, { env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' }, ...options });
  }
};
syncBuiltinESMExports();
