import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest } from '#kit/did-you-mean.ts';
import { isDeclaredRedirect } from '#manifest/addresses.ts';
import { isSlug, slugFrom } from '#manifest/slug.ts';
import { APP_TYPES, SCOPES } from '#manifest/vocabulary.ts';
import { appStatus, decideRelease, escalates } from '#subgraphs/apps/authoring/domain/versions.ts';
import { refusePassword } from '#subgraphs/apps/identity/domain/credentials.ts';
import { effectiveScopes, refuseInstall, union } from '#subgraphs/apps/installs/domain/grants.ts';
import {
  firstProblem,
  type OauthAttempt,
  type OauthStep,
} from '#subgraphs/apps/installs/domain/oauth-checks.ts';

describe('App version', () => {
  test.each([
    ['draft', 'private', 'go_live'],
    ['draft', 'public', 'submit'],
    ['in_review', 'public', 'submit'],
    ['approved', 'private', 'go_live'],
    ['approved', 'public', 'go_live'],
    ['rejected', 'public', 'refuse'],
    ['withdrawn', 'public', 'refuse'],
  ] as const)('releasing a %s version of a %s app has the outcome %s', (status, distribution, kind) => {
    expect(decideRelease(status, distribution).kind).toBe(kind);
  });

  const grants = (scopes: string[], capabilities: string[] = []) => ({ scopes, capabilities });
  test.each([
    ['nothing is live', grants(['a']), null, false],
    ['the same scopes', grants(['a']), grants(['a']), false],
    ['fewer scopes', grants([]), grants(['a']), false],
    ['one scope more', grants(['a', 'b']), grants(['a']), true],
    ['another scope', grants(['b']), grants(['a']), true],
    ['one capability more', grants(['a'], ['c']), grants(['a']), true],
  ])(
    "a version is an escalation only if it adds permissions to the live version's: %s",
    (_title, asked, live, expected) => {
      expect(escalates(asked, live)).toBe(expected);
    },
  );

  test("an app has its live version's state, otherwise its newest version's, otherwise draft", () => {
    expect(appStatus('approved', 'draft')).toBe('approved');
    expect(appStatus(null, 'rejected')).toBe('rejected');
    expect(appStatus(null, null)).toBe('draft');
  });
});

describe('grants', () => {
  test("payment and channel apps hold their type's permissions without requesting them", () => {
    const always = APP_TYPES.map((type) => [type, effectiveScopes(type, ['read_tasks'])]);
    expect(always).toEqual([
      ['remote', ['read_tasks']],
      ['payment', ['read_tasks', 'write_payment_sessions']],
      ['channel', ['read_tasks', 'write_channels']],
      ['injection', ['read_tasks']],
    ]);
  });

  test('a union contains each grant exactly once', () => {
    const scopes = fc.subarray([...SCOPES]);
    fc.assert(
      fc.property(scopes, scopes, (held, added) => {
        const both = union(held, added);
        expect(both.slice(0, held.length)).toEqual(held);
        expect(new Set(both)).toEqual(new Set([...held, ...added]));
        expect(both.length).toBe(new Set(both).size);
      }),
    );
  });

  test.each([
    ['private', true, true, null],
    ['private', true, false, /developer's account/],
    ['private', false, true, /isn't available yet/],
    ['public', true, false, null],
    ['public', false, true, /isn't available yet/],
  ] as const)(
    "whether a %s app can be installed, with a live version: %s, on the developer's team: %s",
    (distribution, hasLiveVersion, onDevelopersTeam, refusal) => {
      const reason = refuseInstall({ distribution, hasLiveVersion, onDevelopersTeam });
      if (refusal) expect(reason).toMatch(refusal);
      else expect(reason).toBeNull();
    },
  );
});

test.each([
  ['its developer for development, on a team of theirs', true, true, null],
  ['its developer for development, elsewhere', true, false, /isn't available yet/],
  ['a host of that team', false, true, /isn't available yet/],
] as const)(
  "a public app that isn't yet reviewed can be installed by %s: %s",
  (_who, forDevelopment, onDevelopersTeam, refusal) => {
    const reason = refuseInstall({
      distribution: 'public',
      hasLiveVersion: false,
      onDevelopersTeam,
      forDevelopment,
    });
    if (refusal) expect(reason).toMatch(refusal);
    else expect(reason).toBeNull();
  },
);

test.each([
  ['its developer', true, /^The app has no live version yet\. Release one, .*platform install --dev\.$/],
  ['a host', false, /^The app isn't available yet: its developer hasn't released a version, or /],
] as const)('an app without a live version is refused in words for %s', (_who, byDeveloper, words) => {
  const app = { distribution: 'public', hasLiveVersion: false, onDevelopersTeam: true } as const;
  expect(refuseInstall({ ...app, byDeveloper })).toMatch(words);
});

describe('slugs', () => {
  test.each([
    ['Turnover Crew', 'turnover-crew'],
    ['Zürich & Söhne', 'zurich-sohne'],
    ['  --  ', 'app'],
    ['清掃', 'app'],
    ['X', 'app-x'],
  ])('the name %s becomes the slug %s', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });

  test('every name has a slug, with and without suffix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        expect(isSlug(slugFrom(name))).toBe(true);
        expect(isSlug(slugFrom(name, 'a1b2c3'))).toBe(true);
      }),
    );
  });

  test.each([
    ['ab', false],
    ['abc', true],
    ['-abc', false],
    ['abc-', false],
    ['a_b', false],
    ['a'.repeat(50), true],
    ['a'.repeat(51), false],
    ['abc\n', false],
  ])('%j is a slug: %s', (text, expected) => {
    expect(isSlug(text)).toBe(expected);
  });
});

describe('OAuth install', () => {
  const declared = ['https://a.example/cb', 'https://a.example/cb?x=1'];
  test.each([
    ['https://a.example/cb', true],
    ['https://a.example/cb?x=1', true],
    ['https://a.example/cb/', false],
    ['https://A.example/cb', false],
    ['https://a.example:443/cb', false],
    ['https://a.example/cb#f', false],
    ['https://a.example/', false],
  ])('rule 1: the redirect %s matches exactly: %s', (given, matches) => {
    expect(isDeclaredRedirect(declared, given)).toBe(matches);
  });
});

test.each([
  ['read_task', 'read_tasks'],
  ['Read_Tasks', 'read_tasks'],
  ['writetasks', 'write_tasks'],
  ['read_everything', null],
  ['', null],
])('the suggestion for %j is %j', (text, meant) => {
  expect(closest(text, SCOPES)).toBe(meant);
});

test('a password that repeats a few characters is refused', () => {
  expect(refusePassword('ab'.repeat(10))).not.toBeNull();
});

test('a password has 10 to 200 characters', () => {
  expect(
    ['abcde6789', 'abcde67890', 'äbcd'.repeat(50), `${'äbcd'.repeat(50)}e`].map(
      (one) => refusePassword(one) === null,
    ),
  ).toEqual([false, true, true, false]);
});

describe('the checks of OAuth', () => {
  const client = {
    redirectUris: ['https://app.example/back'],
    scopes: ['read_tasks'],
    billing: 'free',
  } as const;
  const good = { redirectUri: 'https://app.example/back', responseType: 'code', state: 's', repeated: [] };
  /** In check order: each attempt also fails all checks after it. */
  const broken: readonly (readonly [part: string, step: string, attempt: OauthAttempt])[] = [
    ['repeats', 'ac', { client, parameters: { ...good, repeated: ['state'] } }],
    ['client_id', 'act', { client: null, parameters: good }],
    ['redirect_uri', 'ac', { client, parameters: { ...good, redirectUri: 'https://app.example/back/' } }],
    ['response_type', 'ac', { client, parameters: { ...good, responseType: 'token' } }],
    ['state', 'ac', { client, parameters: { ...good, state: '' } }],
    ['scope', 'ac', { client, parameters: { ...good, scope: 'read_tasks write_tasks' } }],
    ['S256', 'ac', { client, parameters: { ...good, codeChallenge: 'x'.repeat(43) } }],
    ['paid app', 'act', { client: { ...client, billing: 'platform' }, parameters: good }],
  ];
  const STEPS = { a: 'authorize', c: 'consent', t: 'token' } as const satisfies Record<string, OauthStep>;

  test.each(broken)('the OAuth checks report %s at the steps %s', (part, steps, attempt) => {
    for (const [letter, step] of Object.entries(STEPS)) {
      const message = firstProblem(step, attempt)?.message ?? '';
      expect(message.includes(part), `${step}: ${message}`).toBe(steps.includes(letter));
    }
  });

  test('the OAuth checks name the first problem', () => {
    for (const [at, [part]] of broken.entries()) {
      const rest = broken.slice(at).map(([, , attempt]) => attempt);
      const parameters = Object.assign({}, good, ...rest.map((one) => differing(one.parameters)));
      const gone = rest.some((one) => one.client === null);
      const paid = rest.some((one) => one.client?.billing === 'platform');
      const attempt = {
        parameters,
        client: gone ? null : ({ ...client, billing: paid ? 'platform' : 'free' } as const),
      };
      expect(firstProblem('authorize', attempt)?.message).toContain(part);
    }
  });

  const differing = (parameters: OauthAttempt['parameters']) =>
    Object.fromEntries(
      Object.entries(parameters ?? {}).filter(([name, value]) => Reflect.get(good, name) !== value),
    );

  test('the OAuth checks accept a valid request', () => {
    for (const step of Object.values(STEPS))
      expect(firstProblem(step, { client, parameters: good })).toBeNull();
  });
});
