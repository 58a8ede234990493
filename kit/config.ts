import { isIP } from 'node:net';
import { z } from 'zod';
import { durationMs } from './dates.ts';
import { isEmail } from './email.ts';
import { LODGING_DRAFTS, type LodgingDraft } from './lodging-drafts.ts';
import { isVisible } from './names.ts';
import { readS3Address } from './objects/s3-address.ts';
import { OTEL_SETTINGS, type Otel, otelOf } from './otel-settings.ts';
import { type RedisAddress, redisAddress } from './redis-address.ts';

/**
 * Parts a process runs: everything, the gateway with the adapters, one subgraph as a service, or the job
 * workers.
 */
export type Role = 'all' | 'gateway' | 'worker' | `subgraph:${string}`;

/** Every setting, checked. Durations are in milliseconds. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Direct database address if `databaseUrl` is a pooler in transaction mode. */
  readonly databaseDirectUrl: string | null;
  /** A standby for reads that may be a little old, and the age up to which its data is read; null without one. */
  readonly databaseRead: { readonly url: string; readonly oldestMs: number } | null;
  /** True to prepare statements. */
  readonly databasePrepares: boolean;
  /** Maximum database connections for this process. */
  readonly databaseConnections: number;
  readonly redis: RedisAddress | null;
  /** Longest wait for Redis before a process counts separately. */
  readonly redisTimeoutMs: number;
  /** Null to use each request's origin. */
  readonly publicOriginApi: string | null;
  readonly publicOriginAuth: string | null;
  /**
   * `SECRET_KEYS`, then `SECRET_KEY`: newest first. If empty, one is generated into `dataDir`. Never empty in
   * production.
   */
  readonly secretKeys: readonly string[];
  readonly seed: 'demo' | 'none';
  readonly subgraphs: 'local' | 'remote';
  /** URLs for remote subgraphs, by name. */
  readonly subgraphUrls: Readonly<Record<string, string>>;
  /** Names of remote subgraphs for which a caller's equal queries in flight are sent once. */
  readonly sharedSubgraphs: readonly string[];
  readonly role: Role;
  readonly checkoutTtlMs: number;
  readonly holdTtlMs: number;
  /** Addresses for the apex records of storefronts' own domains. */
  readonly storefrontAddresses: readonly string[];
  /** DNS servers for looking up storefronts' own domains; empty to use the system's. */
  readonly dnsServers: readonly string[];
  /** Parent domain for hosts' storefronts, with its port; null if the platform has none. */
  readonly storefrontSuffix: string | null;
  readonly oauthCodeTtlMs: number;
  readonly sessionJwtTtlMs: number;
  readonly slaMinMs: number;
  readonly requestMinMs: number;
  readonly sweepIntervalMs: number;
  /** Interval between reads of external calendars. */
  readonly icalIntervalMs: number;
  readonly icalTimeoutMs: number;
  /** Requests per minute per address and storefront. */
  readonly agentRateLimit: number;
  /** Unpaid unit-nights that an agent may hold at a storefront without its own limit. */
  readonly agentHoldNights: number;
  /** Slug of the operator's team, whose payment apps take statements for paid apps; null if there is none. */
  readonly platformTeam: string | null;
  /** The platform's share of charges for paid apps, in basis points. */
  readonly platformShareBp: number;
  /** Tax on statements for paid apps, in 1/1000 of a percent. */
  readonly platformTaxThousandths: number;
  /** Requests per minute for an address that calls the developer API without a token. */
  readonly publicRateLimit: number;
  /** Supported UCP lodging draft; null to disable it. */
  readonly ucpLodgingDraft: LodgingDraft | null;
  readonly webhookRetryScheduleMs: readonly number[];
  readonly webhookAllowPrivate: boolean;
  /** Proxy addresses or CIDR ranges whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Loopback port for Prometheus; null for no separate port. */
  readonly metricsPort: number | null;
  /** Bearer token for reading `/metrics` on the main port; null to disable it. */
  readonly metricsToken: string | null;
  /** SMTP server; null to keep emails in the outbox. */
  readonly mailUrl: string | null;
  /** Sender address. */
  readonly mailFrom: string;
  /** Contact for vulnerability reports: `mailto:` or https. */
  readonly securityContact: string;
  /** Bucket for photos; null for a folder in `dataDir`. Contains a secret. */
  readonly mediaUrl: string | null;
  /** Scanner URL for message attachments; null to disable scanning. */
  readonly attachmentScanUrl: string | null;
  /** People allowed to create an account: anyone, or only those a team invited. */
  readonly signUp: 'open' | 'invited';
  /** Time a stopping process keeps serving, so that proxies redirect requests elsewhere. */
  readonly drainMs: number;
  /** Destination for traces and metrics; null to disable them. */
  readonly otel: Otel | null;
  readonly logLevel: string;
  readonly production: boolean;
}

/** Problems that prevent startup: each line names one setting or file, and how to fix it. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const WEBHOOK_RETRY_SCHEDULE = 'PT0S,PT5S,PT5M,PT30M,PT2H,PT5H,PT10H,PT10H';
const SUBGRAPHS = ['apps', 'catalog', 'checkout', 'payments', 'tasks'] as const;

const duration = (fallback: string, { min = 1 }: { readonly min?: number } = {}) =>
  z
    .string()
    .default(fallback)
    .transform(readDuration(fallback, min, Number.POSITIVE_INFINITY));

const readDuration =
  (example: string, min: number, max: number) =>
  (text: string, check: z.core.$RefinementCtx): number => {
    const ms = tryDuration(text);
    if (ms !== null && ms >= min && ms <= max) return ms;
    const most = max === Number.POSITIVE_INFINITY ? '' : `, at most ${max / 1_000} seconds`;
    check.addIssue({ code: 'custom', message: `must be an ISO 8601 duration like ${example}${most}` });
    return z.NEVER;
  };

/** The rest of the 10 seconds before a process ends is for requests in progress. */
const LONGEST_DRAIN_MS = 8_000;

function tryDuration(text: string): number | null {
  try {
    return durationMs(text);
  } catch {
    return null;
  }
}

const integer = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(fallback))
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);

const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.test(new URL(text).protocol),
      `must be a URL like ${example}`,
    )
    .optional();

const redis = z.string().transform((text, check) => {
  const address = redisAddress(text);
  if (address !== null) return address;
  const message =
    'must be a URL like redis://host:6379, redis+sentinel://host:26379,host:26379/primary or redis+cluster://host:6379,host:6379';
  check.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Comma-separated values, each of which must pass the check. */
const list = (check: (text: string) => boolean, problem: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter(Boolean))
    .refine((parts) => parts.every(check), problem);

/** True for an address, with a port unless it's 53: `10.0.0.2`, `10.0.0.2:5353` or `[fd00::2]:5353`. */
function isDnsServer(text: string): boolean {
  const [, v6, v4] = /^(?:\[(.+)\]|([^:]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return isIP(v6 ?? v4 ?? text) !== 0;
}

const DOMAIN_AND_PORT = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*(?::\d{1,5})?$/;

const SETTINGS = z.object({
  PORT: integer(4000, 0, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/name'),
  DATABASE_DIRECT_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/name'),
  DATABASE_READ_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/name'),
  DATABASE_READ_MAX_AGE: duration('PT5S', { min: 1_000 }),
  DATABASE_PREPARES: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  DATABASE_CONNECTIONS: integer(8, 4, 1_000),
  REDIS_URL: redis.optional(),
  REDIS_TIMEOUT: duration('PT0.25S'),
  PUBLIC_ORIGIN_API: url(/^https?:$/, 'https://api.example.com'),
  PUBLIC_ORIGIN_AUTH: url(/^https?:$/, 'https://panel.example.com'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((key) => key.trim()))
    .transform((keys) => keys.filter(Boolean))
    .refine(
      (keys) => keys.every((key) => key.length >= 32),
      'must be comma-separated keys of 32 characters or more',
    ),
  STOREFRONT_SUFFIX: z
    .string()
    .toLowerCase()
    .regex(DOMAIN_AND_PORT, 'must be a domain like stays.example.com, with a port if it has one')
    .optional(),
  STOREFRONT_ADDRESSES: list((text) => isIP(text) !== 0, 'must be comma-separated IP addresses'),
  DNS_SERVERS: list(isDnsServer, 'must be comma-separated IP addresses, each with or without a port'),
  SEED: z.enum(['demo', 'none'], 'must be demo or none').optional(),
  SUBGRAPHS: z.enum(['local', 'remote'], 'must be local or remote').default('local'),
  SUBGRAPHS_SHARED: list(
    (text) => SUBGRAPHS.some((name) => name === text),
    `must be comma-separated subgraphs: ${SUBGRAPHS.join(', ')}`,
  ),
  ROLE: z
    .string()
    .default('all')
    .refine(
      (role) => ['all', 'gateway', 'worker', ...SUBGRAPHS.map((name) => `subgraph:${name}`)].includes(role),
      `must be all, gateway, worker or subgraph:<${SUBGRAPHS.join('|')}>`,
    ),
  CHECKOUT_TTL: duration('PT24H'),
  HOLD_TTL: duration('PT2H'),
  OAUTH_CODE_TTL: duration('PT10M'),
  SESSION_JWT_TTL: duration('PT5M'),
  SLA_MIN: duration('PT1M'),
  REQUEST_MIN: duration('PT1H'),
  SWEEP_INTERVAL: duration('PT1M'),
  ICAL_INTERVAL: duration('PT15M', { min: 300_000 }),
  ICAL_TIMEOUT: duration('PT10S', { min: 1_000 }),
  AGENT_RATE_LIMIT: integer(60, 1, 1_000_000_000),
  AGENT_HOLD_NIGHTS: integer(200, 1, 1_000_000_000),
  PLATFORM_TEAM: z
    .string()
    .regex(/^[a-z\d][a-z\d-]{1,48}[a-z\d]$/, "must be a team's slug like acme-platform")
    .optional(),
  PLATFORM_SHARE_BP: integer(1_500, 0, 10_000),
  PLATFORM_TAX_PERCENT: z
    .string()
    .default('0')
    .refine(
      (text) => /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) <= 100,
      'must be 0 to 100, with at most 3 decimals',
    )
    .transform((text) => Math.round(Number(text) * 1_000)),
  PUBLIC_RATE_LIMIT: integer(600, 1, 1_000_000_000),
  UCP_LODGING_DRAFT: z.enum(LODGING_DRAFTS, `must be ${LODGING_DRAFTS.join(' or ')}`).optional(),
  WEBHOOK_RETRY_SCHEDULE: z
    .string()
    .default(WEBHOOK_RETRY_SCHEDULE)
    .transform((text, check) => {
      const delays = text.split(',').map((part) => tryDuration(part.trim()));
      if (delays.every((ms) => ms !== null && ms >= 0)) return delays as number[]; // guaranteed by every()
      check.addIssue({
        code: 'custom',
        message: `must be comma-separated ISO 8601 durations like ${WEBHOOK_RETRY_SCHEDULE}`,
      });
      return z.NEVER;
    }),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  TRUSTED_PROXIES: z.string().default(''),
  METRICS_PORT: integer(0, 0, 65_535),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  MAIL_URL: url(/^smtps?:$/, 'smtp://user:password@mail.example.com:587'),
  MAIL_FROM: z
    .string()
    .max(320, 'must have at most 320 characters')
    .refine(
      (text) => isEmail(/<([^<>]+)>$/.exec(text)?.[1] ?? text) && isVisible(text),
      'must be an address like Lodging <no-reply@example.com>',
    )
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .max(320, 'must have at most 320 characters')
    .refine(isContact, 'must be an email address, or an address like https://example.com/security')
    .optional(),
  MEDIA_URL: z
    .string()
    .superRefine((text, check) => {
      try {
        readS3Address(text);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        check.addIssue({ code: 'custom', message: error.message });
      }
    })
    .optional(),
  ATTACHMENT_SCAN_URL: url(/^https?:$/, 'http://scanner.internal:8080/scan'),
  SIGN_UP: z.enum(['open', 'invited'], 'must be open or invited').optional(),
  DRAIN: z
    .string()
    .transform(readDuration('PT5S', 0, LONGEST_DRAIN_MS))
    .optional(),
  ...OTEL_SETTINGS,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a pino level')
    .default('info'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development or production')
    .default('development'),
});

/**
 * Reads and checks every setting (docs/interface/operations.md#settings). Only this function reads the
 * environment. Throws `ConfigError` with one line per problem.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = SETTINGS.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`));
  }
  const s = parsed.data;
  const production = s.NODE_ENV === 'production';
  const subgraphUrls = Object.fromEntries(
    SUBGRAPHS.flatMap((name) => {
      const value = given[`SUBGRAPH_URL_${name.toUpperCase()}`];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const secretKeys = [...new Set([...s.SECRET_KEYS, ...(s.SECRET_KEY ? [s.SECRET_KEY] : [])])];
  const problems = [
    ...(production && secretKeys.length === 0
      ? ['SECRET_KEY must be set in production: 32 random characters or more.']
      : []),
    ...(s.DATABASE_DIRECT_URL && !s.DATABASE_URL
      ? ['DATABASE_DIRECT_URL needs DATABASE_URL, the pooler in front of it.']
      : []),
    ...(s.DATABASE_READ_URL && !s.DATABASE_URL
      ? ['DATABASE_READ_URL needs DATABASE_URL, the primary that its standby follows.']
      : []),
    ...Object.entries(subgraphUrls)
      .filter(([, value]) => !URL.canParse(value))
      .map(([name]) => `SUBGRAPH_URL_${name.toUpperCase()} must be a URL like http://127.0.0.1:4001.`),
    ...(s.SUBGRAPHS === 'remote' && (s.ROLE === 'all' || s.ROLE === 'gateway')
      ? SUBGRAPHS.filter((name) => !(name in subgraphUrls)).map(
          (name) => `SUBGRAPH_URL_${name.toUpperCase()} must be set when SUBGRAPHS is remote.`,
        )
      : []),
  ];
  if (problems.length) throw new ConfigError(problems);
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL ?? null,
    databaseDirectUrl: s.DATABASE_DIRECT_URL ?? null,
    databaseRead: s.DATABASE_READ_URL
      ? { url: s.DATABASE_READ_URL, oldestMs: s.DATABASE_READ_MAX_AGE }
      : null,
    databasePrepares: s.DATABASE_PREPARES ? s.DATABASE_PREPARES === '1' : s.DATABASE_DIRECT_URL === undefined,
    databaseConnections: s.DATABASE_CONNECTIONS,
    redis: s.REDIS_URL ?? null,
    redisTimeoutMs: s.REDIS_TIMEOUT,
    publicOriginApi: s.PUBLIC_ORIGIN_API ?? null,
    publicOriginAuth: s.PUBLIC_ORIGIN_AUTH ?? null,
    secretKeys,
    seed: s.SEED ?? (production ? 'none' : 'demo'),
    subgraphs: s.SUBGRAPHS,
    subgraphUrls,
    sharedSubgraphs: s.SUBGRAPHS_SHARED,
    role: s.ROLE as Role, // the setting's check allows exactly these
    checkoutTtlMs: s.CHECKOUT_TTL,
    holdTtlMs: s.HOLD_TTL,
    storefrontSuffix: s.STOREFRONT_SUFFIX ?? (production ? null : `localhost:${s.PORT}`),
    storefrontAddresses: s.STOREFRONT_ADDRESSES,
    dnsServers: s.DNS_SERVERS,
    oauthCodeTtlMs: s.OAUTH_CODE_TTL,
    sessionJwtTtlMs: s.SESSION_JWT_TTL,
    slaMinMs: s.SLA_MIN,
    requestMinMs: s.REQUEST_MIN,
    sweepIntervalMs: s.SWEEP_INTERVAL,
    icalIntervalMs: s.ICAL_INTERVAL,
    icalTimeoutMs: s.ICAL_TIMEOUT,
    agentRateLimit: s.AGENT_RATE_LIMIT,
    agentHoldNights: s.AGENT_HOLD_NIGHTS,
    platformTeam: s.PLATFORM_TEAM ?? null,
    platformShareBp: s.PLATFORM_SHARE_BP,
    platformTaxThousandths: s.PLATFORM_TAX_PERCENT,
    publicRateLimit: s.PUBLIC_RATE_LIMIT,
    ucpLodgingDraft: s.UCP_LODGING_DRAFT ?? null,
    webhookRetryScheduleMs: s.WEBHOOK_RETRY_SCHEDULE,
    webhookAllowPrivate:
      s.WEBHOOK_ALLOW_PRIVATE === undefined ? !production : s.WEBHOOK_ALLOW_PRIVATE === '1',
    trustedProxies: s.TRUSTED_PROXIES.split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    metricsPort: given.METRICS_PORT === undefined ? null : s.METRICS_PORT,
    metricsToken: s.METRICS_TOKEN ?? null,
    mailUrl: s.MAIL_URL ?? null,
    securityContact: contactOf(s.SECURITY_CONTACT ?? `security@${hostOf(s.PUBLIC_ORIGIN_AUTH)}`),
    mailFrom: s.MAIL_FROM ?? `no-reply@${hostOf(s.PUBLIC_ORIGIN_AUTH)}`,
    mediaUrl: s.MEDIA_URL ?? null,
    attachmentScanUrl: s.ATTACHMENT_SCAN_URL ?? null,
    signUp: s.SIGN_UP ?? (s.MAIL_URL !== undefined || !production ? 'open' : 'invited'),
    drainMs: s.DRAIN ?? (production ? 5_000 : 0),
    otel: otelOf(s),
    logLevel: s.LOG_LEVEL,
    production,
  };
}

const hostOf = (origin: string | null | undefined): string => new URL(origin ?? 'http://localhost').hostname;

/** True for a vulnerability contact: an email address, with or without `mailto:`, or an https address. */
function isContact(text: string): boolean {
  if (isEmail(text.replace(/^mailto:/, ''))) return true;
  return /^https:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text);
}

/** Formats a contact for RFC 9116. */
const contactOf = (text: string): string => (/^(mailto|https):/.test(text) ? text : `mailto:${text}`);
