import { parentPort, workerData } from 'node:worker_threads';
import { runEmbeddedServer } from '#db/server.ts';

// Runs in a thread of its own (start-database.ts): what starts a database is a dozen steps, and between any two of them the main
// thread would first load some hundred modules.

parentPort?.postMessage(await runEmbeddedServer(workerData as string)); // the data folder
