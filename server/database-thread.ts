import { parentPort, workerData } from 'node:worker_threads';
import { runEmbeddedServer } from '#db/server.ts';

// Runs in a separate thread (start-database.ts): starting a database takes a dozen steps, and the main thread
// would load hundreds of modules between any two of them.

parentPort?.postMessage(await runEmbeddedServer(workerData as string)); // the data folder
