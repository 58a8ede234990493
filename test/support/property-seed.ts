import fc from 'fast-check';
import { SEED } from './seeded.ts';

// Properties use the run's seed too: `TEST_SEED` repeats them, and CI gets the same values for a commit each
// time.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
