import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { signTimestamped } from '#kit/hmac.ts';
import { DEFAULT_API_VERSION, FIRST_API_VERSION } from '#schema/views.ts';
import { envelopeSchema, TOPICS } from '#subgraphs/apps/webhooks/topics/topics.ts';
import { written } from './markdown.ts';
import { webhookTypes } from './webhook-types.ts';

/** Returns the JSON Schemas of all topics' envelopes, by topic. */
export function webhookSchemas(): string {
  const schemas = Object.entries(TOPICS).map(([topic, description]) => [
    topic,
    { description: description.when, ...z.toJSONSchema(envelopeSchema(topic, description), { io: 'input' }) },
  ]);
  return `${JSON.stringify(Object.fromEntries(schemas), null, 2)}\n`;
}

/** Writes the webhook documentation, from the same table as the schemas. */
export function webhookDocs(): string {
  return `${[INTRODUCTION, signatureVector(), DELIVERY, topics()].join('\n\n')}\n`;
}

/** A real delivery for every topic, written by test/developer/webhook-topics.test.ts. */
const EXAMPLES = new URL('../../docs/reference/webhooks/examples.json', import.meta.url);

const INTRODUCTION = `# Webhooks

${written('`subgraphs/apps/webhooks/topics/`')}

An app lists topics in \`webhooks\` and an address in \`webhook_url\` of its app.toml. Every install then gets a signed POST for
each event of its team. The body is the envelope \`{event_id, topic, occurred_at, api_version, team, resource}\`; the schemas of
all topics are in [schemas.json](webhooks/schemas.json). Payloads carry ids and states and no
personal data: ask the GraphQL API for the rest, with the scopes the host consented to.

\`api_version\` is the version that the app pins with \`[delivery] api_version = "${DEFAULT_API_VERSION}"\` in app.toml. An app that
leaves it out keeps the default of the day of its first push, which is ${DEFAULT_API_VERSION} now; apps from before 2027-01 keep
${FIRST_API_VERSION}. So far, webhooks have the same fields in every version: a new field is added to all versions, and a field is
only removed or changed in a later version. Ignore fields you don't know.

## Signature

| header | value |
| --- | --- |
| \`X-Platform-Topic\` | the topic |
| \`X-Platform-Timestamp\` | Unix seconds of this attempt |
| \`X-Platform-Signature\` | \`sha256=\` and the hex HMAC-SHA256 of \`{timestamp}.{raw body}\`, keyed with the whole webhook secret, \`whsec_\` included |

Verify the raw bytes before parsing them, compare in constant time, and refuse timestamps more than 5 minutes off. With
\`[delivery] standard_webhooks = true\` the headers of [Standard Webhooks](https://www.standardwebhooks.com) come as well, in
\`forward\` and in a delivery's detail too; the secret is one of theirs.`;

function signatureVector(): string {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const timestamp = 1_767_225_600;
  const body = '{"event_id":"0d3f9a51-6f1c-8b2e-9c4d-2f6f0c6b7a10","topic":"task.created"}';
  return `A test vector:

\`\`\`
secret     ${secret}
timestamp  ${timestamp}
body       ${body}
signature  sha256=${signTimestamped(secret, timestamp, body)}
\`\`\``;
}

const DELIVERY = `## Delivery

- At least once: de-duplicate on \`event_id\`, which no other event of this or any other platform has, or on \`resource.id\` with \`resource.version\`. Body and event id are the same bytes
  on every attempt; timestamp and signature are fresh.
- A 2xx answer within 10 seconds takes it. \`410\` ends the attempts for that delivery. Everything else, redirects included, is
  tried again: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, up to a tenth later each; a \`Retry-After\` of up to an hour is kept.
- About one resource an install gets one webhook at a time. While one waits for its retry, later ones go on: \`version\` tells
  which is newer.
- A delivery can be looked at for 30 days after it came to its end, and sent again: from the panel to \`webhook_url\`, with
  \`platform replay <event> --env .env\` to your own machine, signed afresh.
- After an outage, poll what you missed: \`tasks(filter: {updatedSince})\` is inclusive and skips nothing.
- For local work, install the app with \`platform install --dev\`. Deliveries of such an install wait for the first poll of
  \`forward\`, at most 1,000 and for 24 hours; what waits longer fails and stays in the log. \`platform dev\` polls: each poll
  keeps deliveries waiting for the next one for 60 seconds and acknowledges what the poll before took. When polling stops, what
  was not acknowledged goes to \`webhook_url\`.
- To see one now, \`platform trigger <topic>\` really causes the event on the team of a development install.
- In JavaScript, \`verifyWebhook\` of \`packages/app-sdk\` checks all of this; \`examples/cleaning-app\` shows it at work.`;

function topics(): string {
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Readonly<Record<string, object>>;
  const sections = Object.entries(TOPICS).map(([topic, { when, resource }]) => {
    const rows = Object.entries(resource.shape).map(([key, field]) => {
      // every field in a zod object is a ZodType
      const { description = '', ...schema } = z.toJSONSchema(field as z.ZodType);
      return `| \`${key}\` | ${typeOf(schema)} | ${description} |`;
    });
    return [
      `### \`${topic}\``,
      when,
      ['| `resource` | type | |', '| --- | --- | --- |', ...rows].join('\n'),
      [
        'A body that was sent:',
        '',
        '```json',
        JSON.stringify({ ...examples[topic], api_version: DEFAULT_API_VERSION }, null, 2),
        '```',
      ].join('\n'),
    ].join('\n\n');
  });
  return `## Topics\n\n${sections.join('\n\n')}`;
}

function typeOf(schema: z.core.JSONSchema.BaseSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf)
    return schema.anyOf.map((each) => typeOf(each as z.core.JSONSchema.BaseSchema)).join(' or ');
  if (schema.type === 'array') {
    const each = typeOf(schema.items as z.core.JSONSchema.BaseSchema); // zod writes one schema for all
    return `list of ${each === 'string' ? 'strings' : each}`;
  }
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    return `{ ${fields.map(([key, field]) => `\`${key}\`: ${typeOf(field as z.core.JSONSchema.BaseSchema)}`).join(', ')} }`;
  }
  const types = [schema.type].flat().join(' or ');
  return schema.format ? `${types} (${schema.format})` : types;
}

if (import.meta.main) {
  await writeFile(new URL('../../docs/reference/webhook-topics.md', import.meta.url), webhookDocs());
  await writeFile(new URL('../../docs/reference/webhooks/schemas.json', import.meta.url), webhookSchemas());
  await writeFile(new URL('../../packages/app-sdk/generated.ts', import.meta.url), webhookTypes());
}
