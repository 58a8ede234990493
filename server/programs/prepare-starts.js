import '../compile-cache.js';

// Part of `npm run prepare`: stores the cluster that first starts copy and the server's bundle, then starts and stops the server
// once, so that Node caches the compiled code. Without any of them, starts only take longer.
const steps = [
  async () => (await import('./prepare-cluster.ts')).prepareCluster(),
  async () => {
    const isNew = await (await import('./bundle-server.ts')).bundleServer();
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    if (isNew) await (await import('./rehearse-start.ts')).rehearseStart({ PATH, NODE_COMPILE_CACHE });
  },
];
for (const step of steps) {
  try {
    await step();
  } catch (error) {
    process.stderr.write(`Starts will take longer: ${error.message}\n`);
  }
}
process.exit(0);
