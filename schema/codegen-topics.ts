import type { PluginFunction } from '@graphql-codegen/plugin-helpers';
import { INSTALL_TOPICS, WEBHOOK_TOPICS, type WebhookTopic } from './events.ts';

const exportOf = (topic: WebhookTopic) => topic.replace(/[._](\w)/g, (_, letter) => letter.toUpperCase());

const fileOf = (topic: WebhookTopic) => topic.replace(/[._]/g, '-');

const isOfInstall = (topic: WebhookTopic) => INSTALL_TOPICS.some((own) => own === topic);

const rows = (topics: readonly WebhookTopic[]) =>
  topics.map((topic) => `  '${topic}': ${exportOf(topic)},`).join('\n');

/**
 * Codegen plugin: writes the index of the files in subgraphs/apps/webhooks/topics/, one per topic in
 * `events.ts`. A topic without a file doesn't compile, nor does an index without a topic.
 */
export const plugin: PluginFunction = () => ({
  prepend: [
    "import type { EventPayloads, EventTopic, InstallTopic } from '#schema/events.ts';",
    ...WEBHOOK_TOPICS.map((topic) => `import { ${exportOf(topic)} } from './${fileOf(topic)}.ts';`),
    "import type { PublishedTopic, Topic } from './topic.ts';",
  ],
  content: `/** Topics of events. */
export const PUBLISHED: { readonly [T in EventTopic]: PublishedTopic<EventPayloads[T]> } = {
${rows(WEBHOOK_TOPICS.filter((topic) => !isOfInstall(topic)))}
};

/** What an app hears of its own install. */
export const OF_INSTALL: Readonly<Record<InstallTopic, Topic>> = {
${rows(INSTALL_TOPICS)}
};`,
});
