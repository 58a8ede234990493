import type { GraphiQLProps } from 'graphiql';
import { readToken } from './token.ts';

/** Lists the versions the platform currently supports, oldest first, `unstable` last. */
export async function supportedVersions(): Promise<readonly string[]> {
  const response = await fetch('/developer/explorer/versions', { credentials: 'omit' });
  if (!response.ok) throw new Error(`The list of versions answered ${response.status}.`);
  const { versions } = (await response.json()) as { readonly versions: readonly string[] };
  return versions;
}

/** Sends operations to a version as the install whose token is in the token field, without the page's cookies. */
export function fetcherOf(version: string): GraphiQLProps['fetcher'] {
  return async ({ query, operationName, variables }) => {
    const token = readToken();
    const response = await fetch(`/developer/api/${encodeURIComponent(version)}/graphql`, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, operationName, variables }),
    });
    return response.json();
  };
}
