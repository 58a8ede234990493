interface Answer {
  readonly data?: { readonly done: { readonly userErrors?: readonly object[] } };
  readonly errors?: readonly object[];
}

/** A person signed in to the panel. */
export interface Host {
  /**
   * Runs a document whose field is aliased `done`, for a team or without a team, and returns that field.
   * Throws an error that explains any problem.
   */
  readonly ask: <Done>(team: string | null, query: string, variables?: object) => Promise<Done>;
}

/** Signs a person in to the panel as a browser does, and returns access to its GraphQL API. */
export async function signIn(
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Host> {
  const cookies = new Map<string, string>();

  async function go(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, cookie };
    const response = await fetch(`${origin}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  const form = await (await go('/login?return_to=%2Fpanel')).text();
  const [, token = ''] = /name="csrf_token" value="([^"]+)"/.exec(form) ?? [];
  const body = new URLSearchParams({ email, password, csrf_token: token, return_to: '/panel' });
  const { status } = await go('/login', { method: 'POST', body });
  if (status !== 302 && status !== 303) throw new Error(`${email} could not sign in: ${status}`);
  const { csrf_token } = (await (await go('/panel/session')).json()) as { csrf_token: string };

  return {
    async ask<Done>(team: string | null, query: string, variables: object = {}) {
      const answer = await go('/panel/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-csrf-token': csrf_token,
          ...(team !== null && { 'x-platform-team': team }),
        },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await answer.json()) as Answer;
      const troubles = errors ?? data?.done.userErrors ?? [];
      if (troubles.length) throw new Error(JSON.stringify(troubles));
      return data?.done as Done; // the sent document's shape
    },
  };
}
