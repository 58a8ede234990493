import { expect, test } from 'vitest';
import { openFormTokens } from '#adapters/storefront-pages/form-tokens.ts';
import { openVault } from '#kit/secrets.ts';

const OLD = 'an old secret key with at least 32 characters';
const NEW = 'a new secret key with at least 32 characters!';
const PERMALINK = '0b0f8a52-6f6e-4a51-9d0e-2f3c1f0a7a11';
const OTHER = '5d1c8f8e-7f0f-4c35-8a3b-0c6f8b4d2e22';

const tokens = (newest: string, ...older: readonly string[]) =>
  openFormTokens(openVault(newest, ...older).derive('guest-form'));

const bodyOf = async (issued: ReturnType<typeof tokens>, permalinkId: string) =>
  new URLSearchParams({
    csrf_token: /value="([^"]+)"/.exec(`${await issued.field(permalinkId)}`)?.[1] ?? '',
  });

test.each([
  ['its own permalink under the current key', NEW, PERMALINK, true],
  ['its own permalink under an older key', OLD, PERMALINK, true],
  ['another permalink', NEW, OTHER, false],
  [
    'its own permalink under an unknown key',
    'a key that this platform has never used before',
    PERMALINK,
    false,
  ],
])('a form with the token of %s is checked', async (_name, key, permalinkId, passes) => {
  const body = await bodyOf(tokens(key), permalinkId);
  const check = () => tokens(NEW, OLD).check(PERMALINK, body);
  if (passes) expect(check).not.toThrow();
  else expect(check).toThrow('token');
});

test.each([[null], [{}], [new URLSearchParams()], [new URLSearchParams({ csrf_token: '' })]])(
  'a body without a token is refused: %s',
  (body) => {
    expect(() => tokens(NEW).check(PERMALINK, body)).toThrow('token');
  },
);
