import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#kit/config.ts';

const PRODUCTION = { NODE_ENV: 'production', SECRET_KEY: 'a key that is long enough for production' };

describe('DRAIN', () => {
  test.each([
    [{}, 0],
    [PRODUCTION, 5_000],
    [{ ...PRODUCTION, DRAIN: 'PT0S' }, 0],
    [{ DRAIN: 'PT8S' }, 8_000],
  ])('DRAIN in %o is %i ms', (env, ms) => {
    expect(readConfig(env).drainMs).toBe(ms);
  });

  test.each(['PT8.001S', '5', '-PT1S'])(
    'DRAIN as %j is refused with the setting, the form and the bound',
    (DRAIN) => {
      const problem = 'DRAIN must be an ISO 8601 duration like PT5S, at most 8 seconds.';
      expect(() => readConfig({ DRAIN })).toThrow(new ConfigError([problem]));
    },
  );
});
