/** Seals the secrets of the demo world in tests; every server of a test run shares it. */
export const TEST_SECRET_KEY = 'a-key-for-tests-only-that-is-long-enough';
