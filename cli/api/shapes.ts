import * as z from 'zod/mini';
import { EXIT, Failure } from '../failure.ts';
import type { Answer } from './client.ts';

// The answers of the management API, as far as the command reads them (docs/interface/management.md#endpoints).

const list = <T extends z.core.SomeType>(entry: T) => z.object({ data: z.array(entry) });

export const Teams = list(z.object({ slug: z.string(), name: z.string() }));

export const App = z.object({
  slug: z.string(),
  name: z.string(),
  type: z.string(),
  distribution: z.string(),
  status: z.string(),
  live_version: z.nullable(z.number()),
  install_count: z.number(),
  client_id: z.optional(z.string()),
  /** The version a push made, and the secret of the app it made. */
  version: z.optional(z.number()),
  client_secret: z.optional(z.string()),
});
export const Apps = list(App);

export const Version = z.object({
  id: z.number(),
  status: z.string(),
  live: z.boolean(),
  scope_escalation: z.boolean(),
  created_at: z.string(),
});
export const Versions = list(Version);

export const Release = z.object({ version: z.number(), status: z.string(), live: z.boolean() });

export const Validation = z.object({
  valid: z.boolean(),
  errors: z.array(z.string()),
  issues: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
});

export const Install = z.object({ team: z.string(), token: z.string(), webhook_secret: z.string() });
export const Rotated = z.object({ token: z.string() });
export const ClientSecret = z.object({ client_secret: z.string() });
export const Installs = list(
  z.object({ team: z.string(), is_active: z.boolean(), is_dev_install: z.boolean() }),
);
export const Triggered = z.object({ topic: z.string(), message: z.string() });
export const Message = z.object({ message: z.string() });

export const Deliveries = list(
  z.object({
    event_id: z.string(),
    topic: z.string(),
    status: z.string(),
    attempts: z.number(),
    delivered_at: z.nullable(z.string()),
  }),
);

/** A delivery as it is sent to an app: the exact body and the headers that sign it. */
export const Sent = z.object({
  event_id: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type Sent = z.infer<typeof Sent>;
export const Forwarded = list(Sent);

/** The answer as the shape promises it; an API that answers otherwise is named, not half believed. */
export function read<T extends z.core.$ZodType>(shape: T, answer: Answer): z.infer<T> {
  const parsed = z.safeParse(shape, answer.json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = ['$', ...(issue?.path ?? [])].join('.');
  throw new Failure(EXIT.failed, `The API answered with an unknown shape at ${where}: ${issue?.message}`, {
    hint: 'Is this command older or newer than the API it talks to? platform doctor says.',
  });
}
