import { expect, test } from 'vitest';
import { nextHostMail } from '#subgraphs/apps/emails/domain/message-mail-plan.ts';

// docs/interface/mails.md#messages: at most one email every ten minutes per conversation.

const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 12, minute));

test.each([
  ['no earlier email', null, 5, 5, 'now'],
  ['the last email was sent long ago', 0, 15, 15, 'now'],
  ['the last email was sent exactly ten minutes ago', 0, 3, 10, 'now'],
  ['the last email was sent after the message arrived', 6, 5, 7, 'never'],
  ['the last email was sent when the message arrived', 5, 5, 7, 'never'],
  ['the last email was sent shortly before the message', 0, 4, 4, at(10)],
] as const)(
  'the email to members is planned for the expected time: %s',
  (_when, written, received, now, expected) => {
    const last = written === null ? null : at(written);
    expect(nextHostMail({ written: last, received: at(received), now: at(now) })).toEqual(expected);
  },
);
