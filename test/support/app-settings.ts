import { ask, type Developer } from './developer.ts';
import type { TestPlatform } from './platform.ts';

const SET = `mutation ($slug: String!, $per: SettingScope, $id: ID, $values: [SettingValueInput!]!) {
  it: appSettingsSet(slug: $slug, per: $per, id: $id, values: $values) { userErrors { field message code } } }`;

/** Fills in an installed app's settings as a host; throws if they are refused. */
export async function fillIn(
  platform: Pick<TestPlatform, 'execute'>,
  { host }: Developer,
  slug: string,
  values: Readonly<Record<string, string | null>>,
  of: { readonly per?: string; readonly id?: string } = {},
): Promise<void> {
  const given = Object.entries(values).map(([key, value]) => ({ key, value }));
  const { it } = await ask<{ it: { userErrors: readonly unknown[] } }>(platform, host, SET, {
    slug,
    values: given,
    ...of,
  });
  if (it.userErrors.length > 0) throw new Error(JSON.stringify(it.userErrors));
}
