import { describe, expect, test } from 'vitest';
import { deliveryError } from '#kit/delivery-error.ts';
import { eventIdOf } from '#subgraphs/apps/webhooks/domain/envelope.ts';
import { afterAttempt } from '#subgraphs/apps/webhooks/domain/retry.ts';

const NOW = new Date('2026-01-31T09:30:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** docs/interface/webhooks.md#delivery: now, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h. */
const SCHEDULE = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

const following = (
  statusCode: number | null,
  { attempts = 1, random = 0, retryAfter = null as string | null } = {},
) => {
  const next = afterAttempt({ statusCode, retryAfter }, { attempts, random, scheduleMs: SCHEDULE, now: NOW });
  return { status: next.status, waitMs: next.nextAttemptAt && next.nextAttemptAt.getTime() - NOW.getTime() };
};

describe('after an attempt', () => {
  test.each([200, 201, 204, 299])('an attempt answered with %i is a success', (status) => {
    expect(following(status)).toEqual({ status: 'delivered', waitMs: null });
  });

  test('an attempt answered with 410 is the last', () => {
    expect(following(410)).toEqual({ status: 'failed', waitMs: null });
  });

  test.each([null, 100, 301, 307, 400, 401, 404, 408, 429, 500, 503])(
    'an attempt answered with %s is followed by another',
    (status) => {
      expect(following(status)).toEqual({ status: 'retrying', waitMs: 5 * SECOND });
    },
  );

  test('attempts follow the schedule to its end', () => {
    const waits = SCHEDULE.map((_delay, i) => following(500, { attempts: i + 1 }));
    expect(waits.map(({ waitMs }) => waitMs)).toEqual([...SCHEDULE.slice(1), null]);
    expect(waits.at(-1)?.status).toBe('failed');
  });

  test('a delay is lengthened by up to a tenth', () => {
    expect(following(500, { attempts: 2, random: 0.999 }).waitMs).toBe(Math.round(5 * MINUTE * 1.0999));
  });
});

describe('a Retry-After', () => {
  test.each([
    ['120', 2 * MINUTE],
    ['Sat, 31 Jan 2026 09:40:00 GMT', 10 * MINUTE],
    ['7200', HOUR],
    ['Sun, 01 Feb 2026 09:30:00 GMT', HOUR],
  ])('a Retry-After of "%s" applies for at most an hour', (retryAfter, waitMs) => {
    expect(following(503, { retryAfter }).waitMs).toBe(waitMs);
  });

  test.each(['1', '-5', 'soon', '', 'Sat, 31 Jan 2026 09:00:00 GMT'])(
    'a Retry-After of "%s" never shortens the schedule',
    (retryAfter) => {
      expect(following(503, { retryAfter }).waitMs).toBe(5 * SECOND);
    },
  );
});

describe('the id of an event', () => {
  const platform = '6f0f7c3e-6a53-4a7c-9a2b-0d3f9a516f1c';
  const resource = { type: 'task', id: 7, version: 2 };
  const event = { topic: 'task.updated', teamId: 1, resource };

  test('the same fact always has the same event id', () => {
    expect(eventIdOf(platform, event)).toBe(eventIdOf(platform, { ...event, resource: { ...resource } }));
    expect(eventIdOf(platform, event)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test('a different platform, topic, team, resource or version gives a different event id', () => {
    const ids = [
      eventIdOf(platform, event),
      eventIdOf('0d3f9a51-6f1c-4b2e-9c4d-2f6f0c6b7a10', event),
      eventIdOf(platform, { ...event, topic: 'task.created' }),
      eventIdOf(platform, { ...event, teamId: 2 }),
      eventIdOf(platform, { ...event, resource: { ...resource, id: 8 } }),
      eventIdOf(platform, { ...event, resource: { ...resource, version: 3 } }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('why no answer came to a delivery', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:8443'), { code: 'ECONNREFUSED' });
  const egress = Object.assign(new Error('10.1.2.3 of hooks.internal is private'), { name: 'EgressRefused' });
  const odd = Object.assign(new Error('read at 10.1.2.3'), { code: 'EODD' });

  test.each<readonly [unknown, string]>([
    [refused, 'The connection was refused.'],
    [egress, 'The host name has no public address.'],
    [odd, 'The request failed (EODD).'],
    [new Error('getaddrinfo of 10.1.2.3'), 'The request failed.'],
    ['10.1.2.3', 'The request failed.'],
    [
      new Error('No complete response arrived within 10000 ms.'),
      'No complete response arrived within 10000 ms.',
    ],
  ])('a delivery error never reveals our addresses: %#', (error, text) => {
    expect(deliveryError(error)).toBe(text);
  });
});
