import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WEBHOOK_TOPICS } from '#schema/events.ts';
import { webhookDocs, webhookSchemas } from '#server/docs/webhook-docs.ts';
import { webhookTypes } from '#server/docs/webhook-types.ts';
import { TOPICS } from '#subgraphs/apps/webhooks/topics/topics.ts';

test('the webhook documentation and schemas are up to date: run `npm run docs`', () => {
  expect(readFileSync('docs/reference/webhook-topics.md', 'utf8')).toBe(webhookDocs());
  expect(readFileSync('docs/reference/webhooks/schemas.json', 'utf8')).toBe(webhookSchemas());
  expect(readFileSync('packages/app-sdk/generated.ts', 'utf8')).toBe(webhookTypes());
});

test("the documented topics are exactly the manifest's topics", () => {
  expect(Object.keys(TOPICS).sort()).toEqual([...WEBHOOK_TOPICS].sort());
});
