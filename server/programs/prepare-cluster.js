import '../compile-cache.js';
import { flushCompileCache } from 'node:module';

// Part of `npm run prepare`: stores the cluster that first starts copy (prepare-cluster.ts), and the compiled server. Without them,
// first starts only take longer.
try {
  await (await import('./prepare-cluster.ts')).prepareCluster();
  await import('../platform.ts');
  flushCompileCache();
} catch (error) {
  process.stderr.write(`First starts will take longer: ${error.message}\n`);
}
process.exit(0);
