/** Seals the demo world's secrets in tests; every server in a test run shares it. */
export const TEST_SECRET_KEY = 'a-key-for-tests-only-that-is-long-enough';
