import { parentPort, workerData } from 'node:worker_threads';
import { beginWithBaseline } from '#db/migrate/baseline.ts';
import { embeddedServer, runEmbeddedServer } from '#db/server.ts';

// Runs in a separate thread (start-database.ts): starting a database takes a dozen steps, and the main thread
// would load hundreds of modules between any two of them. A new database also gets its tables meanwhile; if that
// fails, the main thread's own attempt reports why.

const running = await runEmbeddedServer(workerData as string); // the data folder
await beginWithBaseline(embeddedServer(running).url).catch(() => {});
parentPort?.postMessage(running);
