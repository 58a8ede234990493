import { html } from 'hono/html';

/** Markup with every value escaped. */
export type Html = ReturnType<typeof html>;

export interface Home {
  readonly account: { readonly name: string; readonly email: string };
  readonly csrfToken: string;
  readonly teams: readonly { readonly name: string; readonly apps: readonly string[] }[];
}

const page = (title: string, head: Html | string, main: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="/oauth/oauth.css">
    ${head}
  </head>
  <body>
    <main>${main}</main>
  </body>
</html>`;

/** Who is signed in, their teams and the apps connected to each. */
export function homePage({ account, csrfToken, teams }: Home): Html {
  return page(
    'Your teams',
    html`<meta name="csrf-token" content="${csrfToken}">`,
    html`<p class="eyebrow">${account.name} · ${account.email}</p>
<h1>Your teams</h1>
${teams.length ? '' : html`<p>You belong to no team yet.</p>`}
<ul class="permissions">${teams.map(
      ({ name, apps }) =>
        html`<li><strong>${name}</strong><small>${apps.length ? `Connected apps: ${apps.join(', ')}` : 'No apps are connected.'}</small></li>`,
    )}</ul>
<form method="post" action="/panel/logout">
  <input type="hidden" name="csrf_token" value="${csrfToken}">
  <div class="actions"><button type="submit">Sign out</button></div>
</form>`,
  );
}

/** What went wrong, in words. */
export const problemPage = (text: string): Html =>
  page(
    'This does not work',
    '',
    html`<h1>This does not work</h1><p>${text}</p><p><a href="/panel">Your teams</a></p>`,
  );
