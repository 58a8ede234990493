import fc from 'fast-check';
import { SEED } from './seeded.ts';

// Properties draw from the seed of the run, too: `TEST_SEED` repeats them, and CI sees the same for a commit each time.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
