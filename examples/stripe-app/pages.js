import { html } from 'hono/html';

/** Renders a page with a title and paragraphs, for a host. @param {string} title @param {readonly (string | ReturnType<typeof html>)[]} paragraphs */
export const notePage = (title, paragraphs) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body><main><h1>${title}</h1>${paragraphs.map((text) => html`<p>${text}</p>`)}</main></body>
</html>`;

/** Renders the host's next steps. @param {string} team @param {string} endpoint @param {readonly string[]} events */
export const connectedPage = (team, endpoint, events) =>
  notePage(`Stripe is connected to ${team}`, [
    'Two steps are left:',
    html`1. In Stripe's dashboard, under Developers, Webhooks, add an endpoint with the URL <code>${endpoint}</code> and these events:
<code>${events.join(' ')}</code>`,
    '2. Copy your secret key and the endpoint’s signing secret into the settings of this app in the panel, under Apps, Stripe.',
  ]);
