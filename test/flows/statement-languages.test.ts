import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Language } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { readPdf } from '../support/pdf.ts';
import { type OwedStatement, openStatementWorld, type StatementWorld } from '../support/statement-world.ts';

// docs/interface/billing.md#paying.

let world: StatementWorld;
let mailbox: Mailbox;
let statement: OwedStatement;
beforeAll(async () => {
  mailbox = await openMailbox();
  world = await openStatementWorld({ MAIL_URL: mailbox.url });
  statement = await world.owe(2040);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

interface Texts {
  readonly title: string;
  readonly line: string;
  readonly due: string;
  readonly pay: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Statement',
    line: 'Crew Store: Pro, 10 January 2040 – 9 February 2040',
    due: 'EUR 30.00 is due on 15 February 2040.',
    pay: 'Pay EUR 30.00',
  },
  de: {
    title: 'Abrechnung',
    line: 'Crew Store: Pro, 10. Januar 2040 – 9. Februar 2040',
    due: 'EUR 30.00 sind am 15. Februar 2040 fällig.',
    pay: 'EUR 30.00 bezahlen',
  },
  fr: {
    title: 'Relevé',
    line: 'Crew Store: Pro, 10 janvier 2040 – 9 février 2040',
    due: '30,00 EUR à régler au plus tard le 15 février 2040.',
    pay: 'Payer 30,00 EUR',
  },
  es: {
    title: 'Extracto',
    line: 'Crew Store: Pro, 10 de enero de 2040 – 9 de febrero de 2040',
    due: '30,00 EUR vencen el 15 de febrero de 2040.',
    pay: 'Pagar 30,00 EUR',
  },
  it: {
    title: 'Estratto conto',
    line: 'Crew Store: Pro, 10 gennaio 2040 – 9 febbraio 2040',
    due: 'Importo: 30,00 EUR, scadenza: 15 febbraio 2040.',
    pay: 'Paga 30,00 EUR',
  },
  nl: {
    title: 'Afrekening',
    line: 'Crew Store: Pro, 10 januari 2040 – 9 februari 2040',
    due: 'EUR 30,00 moet uiterlijk op 15 februari 2040 betaald zijn.',
    pay: 'EUR 30,00 betalen',
  },
};

const get = (address: string, header = '') =>
  fetch(`${world.platform.address}${address}`, { headers: { 'accept-language': header } });

const pdfText = async (address: string, header?: string) =>
  (await readPdf(Buffer.from(await (await get(address, header)).arrayBuffer()))).text.replaceAll('\n', ' ');

const setLocale = (locale: string | null) =>
  world.platform.database.query('UPDATE apps.accounts SET locale = $2 WHERE id = $1', [
    statement.team.host.accountId,
    locale,
  ]);

test.each(LANGUAGES)(
  'the page and its PDF are in the language that the address names: %s',
  async (language) => {
    const { title, line, due, pay } = TEXTS[language];
    const response = await get(`${statement.path}?lang=${language}`, 'ja');
    const html = await response.text();
    expect(response.headers.get('content-language')).toBe(language);
    expect(response.headers.get('vary')).toBe('accept-language, cookie');
    for (const text of [
      `<html lang="${language}">`,
      `<h1>${title} <span class="number">${statement.number}</span></h1>`,
      line,
      due,
      pay,
    ])
      expect(html).toContain(text);
    const pdf = `${statement.path}.pdf?lang=${language}`;
    expect(html).toContain(`href="${pdf}"`);
    expect((await get(pdf)).headers.get('content-language')).toBe(language);
    const text = await pdfText(pdf);
    for (const part of [title, line]) expect(text).toContain(part);
  },
);

test("without a language in the address, the page is in the browser's, then in the first owner's", async () => {
  const languageFor = async (header?: string) =>
    (await get(statement.path, header)).headers.get('content-language');
  await setLocale('nl-NL');
  expect(await languageFor('fr-CH, en;q=0.5')).toBe('fr');
  expect(await languageFor('ja')).toBe('nl');
  await setLocale(null);
  expect(await languageFor('ja')).toBe('en');
});

test("without a language in the address, the PDF is in the first owner's language", async () => {
  await setLocale('it');
  expect(await pdfText(`${statement.path}.pdf`, 'fr')).toContain(TEXTS.it.line);
  await setLocale(null);
  expect(await pdfText(`${statement.path}.pdf`, 'fr')).toContain(TEXTS.en.line);
});

test('a payer who chose a language keeps it after a refused choice and when returning from the payment app', async () => {
  const chosen = { ...statement, path: `${statement.path}?lang=de` };
  expect(await world.page(statement, '?lang=de')).toContain(`<form method="post" action="${chosen.path}">`);
  const refused = await world.choose(chosen, 'app:unknown');
  expect(await refused.text()).toContain('Diese Zahlungsart ist nicht verfügbar. Wählen Sie eine andere.');
  const response = await world.choose(chosen);
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const session = world.server.calls.at(-1)?.body.payment_session;
  const back = (headers: Record<string, string>) =>
    fetch(session.return_url, { headers, redirect: 'manual' });
  expect((await back({ cookie })).headers.get('location')).toBe(`${statement.path}?payment=returned&lang=de`);
  expect(await (await back({})).text()).toContain('<h1>Vielen Dank</h1>');
});

test("an email about a statement links to the page in the owner's language", async () => {
  await setLocale('de');
  expect((await world.resolve(await world.open(statement))).userErrors).toEqual([]);
  const [{ email } = { email: '' }] = await world.platform.database.query<{ email: string }>(
    'SELECT email FROM apps.accounts WHERE id = $1',
    [statement.team.host.accountId],
  );
  const { text } = await mailbox.mailTo(email, /^Zahlung für Abrechnung/);
  expect(text).toContain(`${statement.path}?lang=de`);
});

test.each([
  ['en', 'Page not found', 'This form was sent from another site.'],
  ['de', 'Seite nicht gefunden', 'Dieses Formular wurde von einer anderen Website gesendet.'],
  ['fr', 'Page introuvable', 'Ce formulaire'],
  ['es', 'Página no encontrada', 'Este formulario'],
  ['it', 'Pagina non trovata', 'Questo modulo è stato inviato da un altro sito.'],
  ['nl', 'Pagina niet gevonden', 'Dit formulier'],
] as const)(
  'errors on statements’ addresses are in the visitor’s language: %s',
  async (language, title, foreign) => {
    for (const path of ['/statements/no-statement', '/statements/00000000-0000-4000-8000-000000000000.pdf']) {
      const missing = await get(path, language);
      expect([missing.status, missing.headers.get('content-language')]).toEqual([404, language]);
      const html = await missing.text();
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toContain(`<h1>${title}</h1>`);
    }
    const refused = await fetch(`${world.platform.address}${statement.path}?lang=${language}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example.com',
      },
      body: 'method=app:any',
    });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain(foreign);
  },
);

test('a page that someone who signs in sees stays English', async () => {
  const response = await get('/oauth/authorize?client_id=none', 'de');
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).toContain('<html lang="en"');
});
