import { quickImports } from '#server/module-resolution.ts';

// Vitest's hook reports every import of a file in the repository to the main process, which only needs these reports to
// watch files. A worker imports thousands of times. Our hook resolves most imports before vitest's hook runs.
if (process.env.VITEST_MODE === 'RUN') quickImports();
