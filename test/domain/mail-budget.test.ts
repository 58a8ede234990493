import { describe, expect, test } from 'vitest';
import { greetingName } from '#subgraphs/apps/emails/domain/booking-mails.ts';
import { mailboxOf } from '#subgraphs/apps/emails/domain/mail-budget.ts';
import { printMail } from '#subgraphs/apps/emails/domain/mail-content.ts';
import { MAILS } from '#subgraphs/apps/emails/domain/mail-templates.ts';
import { unlinked } from '#subgraphs/apps/emails/domain/unlinked.ts';

describe('a mailbox', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada+one@example.com', 'ada@example.com'],
    ['a.d.a+two@gmail.com', 'ada@gmail.com'],
    ['a.da@googlemail.com', 'ada@gmail.com'],
    ['a.da@example.com', 'a.da@example.com'],
    ['+tag@example.com', '+tag@example.com'],
  ])('%s belongs to the mailbox %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});

describe("a stranger's text", () => {
  test.each([
    ['Ann <script>', 'Ann <script>'],
    ['Dr. O. B. Smith', 'Dr. O. B. Smith'],
    ['Win at evil.example', 'Win at evil. example'],
    ['https://evil.example/x', 'https: evil. example/x'],
    ['www。evil。example', 'www. evil. example'],
    ['mail me@evil.example', 'mail me @ evil. example'],
    ['two\nlines', 'two lines'],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])("a stranger's text %j is printed as %j", (text, printed) => {
    expect(unlinked(text)).toBe(printed);
  });

  test.each([
    ['Ada', 'Ada'],
    ['Jean-Pierre', 'Jean-Pierre'],
    ['Maria del Carmen', 'Maria del Carmen'],
    ["O'Neil", "O'Neil"],
    ['Your account was hacked call us', null],
    ['Verylongwordsthatsaysomething', null],
    ['evil.example', null],
    ['Ada 5', null],
    ['李', '李'],
  ])('the first name %j is greeted as %j', (name, greeted) => {
    expect(greetingName(name)).toBe(greeted);
  });

  test.each(['verify', 'sign-up-known', 'reset'] as const)(
    'a %s email contains no link from a stranger',
    (template) => {
      const links = { origin: 'https://lodging.test', link: '/x' };
      const { html, text } = printMail(MAILS[template]({ name: 'See https://evil.example/win' }, links));
      expect(`${html}${text}`).not.toMatch(/evil\.example/);
    },
  );
});
