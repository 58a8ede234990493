import { z } from 'zod';

/**
 * Schemas for request bodies, queries and responses. The OpenAPI document shows the same schemas that
 * validate requests.
 */
export const requests = z.registry<{
  id: string;
  description?: string;
  /** For input that accepts any value and therefore has no generated JSON Schema. */
  properties?: Record<string, unknown>;
}>();
export const answers = z.registry<{ id: string; description?: string }>();

const TYPES = ['remote', 'payment', 'channel', 'injection'] as const;
const DISTRIBUTIONS = ['private', 'public'] as const;
const STATUSES = ['draft', 'in_review', 'approved', 'rejected', 'withdrawn'] as const;

const list = <T extends z.ZodType>(id: string, entry: T) =>
  z.object({ data: z.array(entry) }).register(answers, { id });

export const Team = z
  .object({
    slug: z.string().describe('What `X-Platform-Team` carries.'),
    name: z.string(),
  })
  .register(answers, { id: 'Team' });
export const TeamList = list('TeamList', Team);

const summary = {
  slug: z.string(),
  name: z.string(),
  type: z.enum(TYPES),
  distribution: z.enum(DISTRIBUTIONS),
  status: z.enum(STATUSES).describe('Status of the live version, or of the newest version if none is live.'),
  live_version: z.int().nullable().describe('Number of the live version.'),
  install_count: z.int().describe('Teams it is installed on.'),
  client_id: z.string().describe('OAuth client id, and the `aud` of session tokens.'),
};
export const AppSummary = z.object(summary).register(answers, { id: 'AppSummary' });
export const AppList = list('AppList', AppSummary);
export const PushedApp = z
  .object({
    ...summary,
    version: z.int().describe('Number of the version that this push created: 1, 2, 3 within the app.'),
    unchanged: z
      .literal(true)
      .optional()
      .describe(
        'Only with `if_changed`: `version` has this manifest and these documents already, and no version was created.',
      ),
    client_secret: z.string().optional().describe('Only if the push created the app. Shown only once.'),
  })
  .register(answers, { id: 'PushedApp' });
export const ClientSecret = z
  .object({ client_secret: z.string().describe('Shown only once.') })
  .register(answers, { id: 'ClientSecret' });

export const AppHealth = z
  .object({
    failing: z.array(
      z.object({
        install: z.int().describe("The install's id, as in `app.installed`."),
        team: z.string().describe("The team's slug."),
        topic: z.string(),
        status: z
          .enum(['retrying', 'failed'])
          .describe('`retrying` if another attempt follows; otherwise `failed`.'),
        error: z.string().describe('`HTTP 500`, or the reason that there was no response.'),
        at: z.iso.datetime().describe('Time of the last attempt.'),
        event_id: z.string().describe("The event's id, as in the delivery."),
        attempts: z.int().describe('Number of attempts.'),
        next_attempt_at: z.iso
          .datetime()
          .nullable()
          .describe('Time of the next attempt; null if no attempt follows.'),
      }),
    ),
    installs: z.array(
      z.object({
        date: z.iso.date(),
        count: z.int().describe("Teams with the app installed at the day's end (UTC)."),
      }),
    ),
    hours: z.array(
      z.object({
        at: z.iso.datetime().describe('Start of the hour.'),
        delivered: z.int().describe('Accepted attempts.'),
        failed: z.int().describe('Attempts that the app refused or didn’t respond to.'),
        latency_ms: z.int().nullable().describe('Mean duration of accepted attempts; null without any.'),
      }),
    ),
    lacking: z.object({
      count: z.int().describe('Active installs that lack permissions.'),
      installs: z
        .array(
          z.object({
            install: z.int().describe("The install's id, as in `app.installed`."),
            team: z.string().describe("The team's slug."),
            missing: z.array(z.string()).describe('Names of the scopes and capabilities that it lacks.'),
          }),
        )
        .describe('At most 100, the newest installs first.'),
    }),
  })
  .register(answers, { id: 'AppHealth' });

export const Validation = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.string()).describe('One sentence per problem.'),
    issues: z.array(
      z.object({
        path: z.string().describe('Path in app.toml; empty for the manifest as a whole.'),
        code: z.string(),
        message: z.string(),
      }),
    ),
  })
  .register(answers, { id: 'Validation' });

export const Version = z
  .object({
    id: z.int(),
    status: z.enum(STATUSES),
    live: z.boolean(),
    scope_escalation: z
      .boolean()
      .describe('It requests more permissions than the version that was live then.'),
    created_at: z.iso.datetime(),
  })
  .register(answers, { id: 'Version' });
export const VersionList = list('VersionList', Version);
export const Release = z
  .object({ version: z.int(), status: z.enum(STATUSES), live: z.boolean() })
  .register(answers, { id: 'Release' });

export const InstallListing = z
  .object({
    team: z.string(),
    is_active: z.boolean(),
    is_dev_install: z.boolean().describe('A development install, for local webhook forwarding.'),
    scopes: z.array(z.string()).describe('Granted scopes.'),
    capabilities: z.array(z.string()).describe('Granted capabilities.'),
    version: z
      .int()
      .nullable()
      .describe(
        'Number of the running version: the live one or, for a development install before the review, the newest.',
      ),
    requested: z.array(z.string()).describe('Scopes and capabilities that its running version requests.'),
    missing: z
      .array(z.string())
      .describe('Scopes and capabilities that its running version requests and that aren’t granted yet.'),
  })
  .register(answers, { id: 'InstallListing' });
export const InstallList = list('InstallList', InstallListing);
export const InstallIssue = z
  .object({
    team: z.string(),
    token: z.string().describe('Runtime token. Shown only once.'),
    webhook_secret: z.string().describe('Shown only once.'),
  })
  .register(answers, { id: 'InstallIssue' });
export const Message = z.object({ message: z.string() }).register(answers, { id: 'Message' });
export const RuntimeToken = z
  .object({ token: z.string().describe('Shown only once; the old token has stopped working.') })
  .register(answers, { id: 'RuntimeToken' });

const STANDARD_WEBHOOKS = 'Only if the manifest sets `[delivery] standard_webhooks = true`.';

export const SentDelivery = z
  .object({
    event_id: z.string(),
    body: z.string().describe('The exact serialized JSON body.'),
    headers: z
      .object({
        'X-Platform-Topic': z.string(),
        'X-Platform-Signature': z.string().describe('`sha256=` and hex.'),
        'X-Platform-Timestamp': z.string().describe('Unix seconds.'),
        'webhook-id': z.string().optional().describe(STANDARD_WEBHOOKS),
        'webhook-timestamp': z.string().optional().describe(STANDARD_WEBHOOKS),
        'webhook-signature': z.string().optional().describe(STANDARD_WEBHOOKS),
      })
      .catchall(z.string()),
  })
  .register(answers, { id: 'SentDelivery' });
export const SentDeliveryList = list('SentDeliveryList', SentDelivery);
export const DeliveryLogEntry = z
  .object({
    event_id: z.string(),
    topic: z.string(),
    status: z.enum(['pending', 'delivered', 'retrying', 'failed', 'forwarded']),
    attempts: z.int(),
    created_at: z.iso.datetime().describe('Time the event was queued for the app.'),
    delivered_at: z.iso.datetime().nullable(),
    last_status: z.int().nullable().describe('HTTP status of the app’s last response; null without one.'),
    last_error: z.string().nullable().describe('Reason that the last attempt got no response.'),
    latency_ms: z.int().nullable().describe('Duration of the last attempt.'),
  })
  .register(answers, { id: 'DeliveryLogEntry' });
export const DeliveryLog = list('DeliveryLog', DeliveryLogEntry);

export const ForwardReported = z
  .object({ recorded: z.int().describe('Outcomes recorded in the delivery log.') })
  .register(answers, { id: 'ForwardReported' });

export const Triggered = z
  .object({
    topic: z.string(),
    message: z.string().describe('A sentence that describes how the event was caused.'),
  })
  .register(answers, { id: 'Triggered' });

export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().describe('Stable, for programs.'),
    message: z.string().describe('The same as `detail`.'),
    request_id: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .describe('Messages about parts of the request, by path.'),
  })
  .register(answers, { id: 'Problem', description: 'RFC 9457 problem details.' });

const manifest = z
  .looseObject({})
  .describe(
    'The keys of app.toml except name, type, distribution and slug: scopes, webhooks, webhook_url, …',
  );
const documents = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    'GraphQL texts by id, which requests name in `documentId`. If omitted, the version registers none.',
  );
const identity = {
  name: z.string().optional().describe('At most 30 characters. Required if the push creates the app.'),
  type: z
    .string()
    .meta({ enum: [...TYPES] })
    .optional()
    .describe('Defaults to `remote`. Never changes.'),
  distribution: z
    .string()
    .meta({ enum: [...DISTRIBUTIONS] })
    .optional()
    .describe('Defaults to `private`. Never changes.'),
  slug: z
    .string()
    .optional()
    .describe(
      'Required for public apps; derived from the name for private ones. The slug of one of your apps pushes a version to it.',
    ),
};
export const PushApp = z
  .object({
    ...identity,
    manifest,
    documents,
    release: z.boolean().default(false).describe('True to also release the version.'),
    if_changed: z
      .boolean()
      .default(false)
      .describe('True to create no version if the manifest and the documents equal the newest version’s.'),
  })
  .register(requests, { id: 'PushApp' });
export const ValidateApp = z.unknown().register(requests, {
  id: 'ValidateApp',
  description: 'Always returns 200; the response lists problems.',
  properties:
    z.toJSONSchema(z.looseObject({ ...identity, manifest, documents }), { io: 'input' }).properties ?? {},
});
export const ReleaseVersion = z
  .object({ version: z.int().positive().nullish().describe('Defaults to the latest draft.') })
  .register(requests, { id: 'ReleaseVersion' });
export const InstallApp = z
  .object({
    dev: z.boolean().default(false).describe('For local webhook forwarding.'),
    plan: z.string().optional().describe("Key of one of the app's plans."),
  })
  .register(requests, { id: 'InstallApp' });
export const ApprovePermissions = z
  .object({
    permissions: z
      .array(z.string().max(100))
      .min(1)
      .max(100)
      .describe('Names of scopes and capabilities from `missing`.'),
  })
  .register(requests, { id: 'ApprovePermissions' });
export const ForwardReport = z
  .object({
    data: z
      .array(
        z.object({
          event_id: z.uuid(),
          status: z
            .int()
            .min(100)
            .max(599)
            .nullable()
            .describe('HTTP status; null if there was no response.'),
          error: z.string().max(200).nullable().describe('Reason that there was no response.'),
          latency_ms: z.int().min(0).max(600_000),
        }),
      )
      .min(1)
      .max(100),
  })
  .register(requests, { id: 'ForwardReport' });
export const TriggerTopic = z
  .object({ topic: z.string().describe('For example `task.assignment_requested`.') })
  .register(requests, { id: 'TriggerTopic' });
export const HealthQuery = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe(
      'Number of the version whose permissions `lacking` compares, for example a draft; by default, the version that each install runs.',
    ),
});
export const ForwardQuery = z.object({
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(25)
    .default(0)
    .describe('Seconds to wait for a delivery if there is none.'),
});
