import { type AppFailingMail, appFailingMail } from './app-failing-mail.ts';
import type { BookingMail, BookingMailTemplate } from './booking-mail.ts';
import { bookingMail } from './booking-mails.ts';
import { type FeedShrankMail, feedShrankMail } from './feed-shrank-mail.ts';
import type { MailContent } from './mail-content.ts';
import { type MessageMail, type MessageMailTemplate, messageMail } from './message-mail.ts';
import { type OverbookedMail, overbookedMail } from './overbooked-mail.ts';
import { type RuleMessageMail, ruleMessageMail } from './rule-message-mail.ts';
import { type StatementMail, type StatementMailTemplate, statementMail } from './statement-mail.ts';
import { type StatementReversalMail, statementReversalMail } from './statement-reversal-mail.ts';
import { unlinked } from './unlinked.ts';

/** Parameters per template, in addition to the link. Never a secret: links are stored separately. */
export interface MailParams
  extends Readonly<Record<BookingMailTemplate, BookingMail>>,
    Readonly<Record<MessageMailTemplate, MessageMail>>,
    Readonly<Record<StatementMailTemplate, StatementMail>> {
  readonly verify: { readonly name: string };
  readonly 'sign-up-known': { readonly name: string };
  readonly reset: { readonly name: string };
  readonly 'reset-done': { readonly name: string };
  readonly 'address-change': { readonly name: string };
  readonly 'address-change-asked': { readonly name: string; readonly to: string };
  readonly 'address-changed': { readonly name: string; readonly to: string };
  readonly 'password-changed': { readonly name: string };
  readonly 'factor-changed': { readonly name: string; readonly what: string };
  readonly 'host-overbooked': OverbookedMail;
  readonly 'host-feed-shrank': FeedShrankMail;
  readonly 'app-failing': AppFailingMail;
  readonly 'statement-reversal': StatementReversalMail;
  readonly 'rule-message': RuleMessageMail;
  readonly invitation: { readonly name: string; readonly invitedBy: string; readonly team: string };
}

export type MailTemplate = keyof MailParams;

/** An email's links: the platform's own address, and the path (or whole address) for the email's own link. */
export interface MailLinks {
  readonly origin: string;
  /** Null if the email doesn't have its own link. */
  readonly link: string | null;
}

const NOT_YOU = "If this wasn't you, ignore this email: nothing happens unless the link is used.";
const WAS_IT_YOU = "If this wasn't you, choose a new password now and check your sessions.";

/** A stranger can choose the account name while signing up with someone else's address. */
const hello = (name: string) => `Hello ${unlinked(name)},`;
const linked = ({ origin, link }: MailLinks) => new URL(link ?? '/', origin).href;
const at = ({ origin }: MailLinks, path: string) => new URL(path, origin).href;

/** Renders an email about a booking. */
const booking =
  (template: BookingMailTemplate) =>
  (params: BookingMail, links: MailLinks): MailContent =>
    bookingMail(template, params, linked(links));

/** Renders an email about a statement. */
const statement =
  (template: StatementMailTemplate) =>
  (params: StatementMail, links: MailLinks): MailContent =>
    statementMail(template, params, linked(links));

/** Content for every email (docs/interface/mails.md). */
export const MAILS: {
  readonly [T in MailTemplate]: (params: MailParams[T], links: MailLinks) => MailContent;
} = {
  verify: ({ name }, links) => ({
    subject: 'Confirm your email address',
    paragraphs: [hello(name), 'Confirm that this address is yours to start using your account.'],
    action: { label: 'Confirm address', url: linked(links) },
    after: ['The link works once, for 24 hours.', NOT_YOU],
  }),
  'sign-up-known': ({ name }, links) => ({
    subject: 'You already have an account',
    paragraphs: [
      hello(name),
      "Someone signed up with this address, but you already have an account. Sign in with your password, or choose a new one if you don't remember it.",
    ],
    action: { label: 'Choose a new password', url: linked(links) },
    after: ['The link works once, for 30 minutes.', NOT_YOU],
  }),
  reset: ({ name }, links) => ({
    subject: 'Choose a new password',
    paragraphs: [hello(name), 'You asked for a new password.'],
    action: { label: 'Choose a new password', url: linked(links) },
    after: ['The link works once, for 30 minutes.', NOT_YOU],
  }),
  'reset-done': ({ name }, links) => ({
    subject: 'Your password was changed',
    paragraphs: [
      hello(name),
      "Your password was changed through an emailed link. You've been signed out everywhere.",
    ],
    action: { label: 'Security of your account', url: at(links, '/account/security') },
    after: [WAS_IT_YOU],
  }),
  'address-change': ({ name }, links) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      hello(name),
      'Confirm that this is your new address. Until then, your current address stays in use.',
    ],
    action: { label: 'Confirm new address', url: linked(links) },
    after: ['The link works once, for 24 hours.', NOT_YOU],
  }),
  'address-change-asked': ({ name, to }, links) => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      hello(name),
      `Someone who is signed in to your account wants to change its address to ${to}. Until that address is confirmed, this one stays in use.`,
    ],
    action: { label: 'Stop the change', url: linked(links) },
    after: [
      'If this was you, ignore this email. The link signs everyone out, and you choose a new password.',
    ],
  }),
  'address-changed': ({ name, to }, links) => ({
    subject: 'Your email address was changed',
    paragraphs: [hello(name), `You now sign in with ${to}. This address is no longer used.`],
    action: { label: 'Undo the change', url: linked(links) },
    after: [
      'The link works once, for 72 hours. It also signs you out everywhere and removes second factors added since the change.',
    ],
  }),
  'password-changed': ({ name }, links) => ({
    subject: 'Your password was changed',
    paragraphs: [
      hello(name),
      "Your password was changed, and you've been signed out of your other sessions.",
    ],
    action: { label: 'Security of your account', url: at(links, '/account/security') },
    after: [WAS_IT_YOU],
  }),
  'factor-changed': ({ name, what }, links) => ({
    subject: 'Your sign-in was changed',
    paragraphs: [hello(name), what],
    ...(links.link === null
      ? {
          action: { label: 'Security of your account', url: at(links, '/account/security') },
          after: [WAS_IT_YOU],
        }
      : {
          action: { label: "This wasn't me", url: linked(links) },
          after: [
            'If this was you, ignore this email. The link works for 72 hours: it removes the new second factor and signs everyone out.',
          ],
        }),
  }),
  invitation: ({ name, invitedBy, team }, links) => ({
    subject: `${unlinked(invitedBy)} invites you to ${unlinked(team)}`,
    paragraphs: [hello(name), `${unlinked(invitedBy)} invites you to join the team ${unlinked(team)}.`],
    action: { label: 'Open the invitation', url: linked(links) },
    after: ['The link works once, for 7 days.'],
  }),
  'host-overbooked': (params, links) => overbookedMail(params, linked(links)),
  'host-feed-shrank': (params, links) => feedShrankMail(params, linked(links)),
  'app-failing': (params, links) => appFailingMail(params, linked(links)),
  'statement-issued': statement('statement-issued'),
  'statement-overdue': statement('statement-overdue'),
  'statement-frozen': statement('statement-frozen'),
  'statement-paid': statement('statement-paid'),
  'statement-reopened': statement('statement-reopened'),
  'statement-reversal': (params, links) => statementReversalMail(params, linked(links)),
  'rule-message': (params, links) => ruleMessageMail(params, linked(links)),
  'message-to-guest': (params, links) => messageMail('message-to-guest', params, linked(links)),
  'message-to-host': (params, links) => messageMail('message-to-host', params, linked(links)),
  'guest-held': booking('guest-held'),
  'guest-held-at-property': booking('guest-held-at-property'),
  'guest-paid': booking('guest-paid'),
  'guest-payment-returned': booking('guest-payment-returned'),
  'guest-refunded': booking('guest-refunded'),
  'guest-refund-failed': booking('guest-refund-failed'),
  'guest-changed': booking('guest-changed'),
  'guest-change-requested': booking('guest-change-requested'),
  'guest-change-declined': booking('guest-change-declined'),
  'guest-change-expired': booking('guest-change-expired'),
  'host-change-requested': booking('host-change-requested'),
  'host-paid': booking('host-paid'),
  'host-changed': booking('host-changed'),
  'guest-confirmed': booking('guest-confirmed'),
  'guest-cancelled': booking('guest-cancelled'),
  'guest-released': booking('guest-released'),
  'host-new': booking('host-new'),
  'host-confirmed': booking('host-confirmed'),
  'host-payment-returned': booking('host-payment-returned'),
  'host-refund-failed': booking('host-refund-failed'),
  'host-cancelled': booking('host-cancelled'),
  'request-verify': booking('request-verify'),
  'request-declined': booking('request-declined'),
  'request-expired': booking('request-expired'),
  'request-failed': booking('request-failed'),
  'host-request': booking('host-request'),
};
