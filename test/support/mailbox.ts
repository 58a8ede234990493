import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from './task-world.ts';

/** A received mail. */
export interface Received extends Email {
  readonly to: { readonly name: string; readonly address?: string }[];
  /** The envelope's recipients. */
  readonly recipients: readonly string[];
}

/** A real SMTP server that stores accepted mails. */
export interface Mailbox {
  /** Value for `MAIL_URL`. */
  readonly url: string;
  readonly mails: readonly Received[];
  /** The newest mail to an address with a matching subject, once it arrives. */
  readonly mailTo: (address: string, subject: RegExp) => Promise<Received>;
  /** Refuses this many of the next mails with an error, temporary or permanent. */
  readonly refuse: (mails: number, code: 451 | 550) => void;
  readonly close: () => Promise<void>;
}

/** Starts the server on a free port. The caller closes it. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Received[] = [];
  const refusing = { left: 0, code: 451 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      if (refusing.left === 0) return done();
      refusing.left -= 1;
      return done(Object.assign(new Error('not now'), { responseCode: refusing.code }));
    },
    onData(stream, session, done) {
      read(stream).then(
        async (raw) => {
          const mail = await PostalMime.parse(raw);
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          mails.push({ ...mail, recipients } as Received); // every mail of ours has a recipient
          done();
        },
        (error: Error) => done(error),
      );
    },
  });
  server.on('error', () => {
    // A killed sender leaves its connection open.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo; // it listens on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async mailTo(address, subject) {
      const isWanted = (mail: Received) =>
        mail.recipients.includes(address) && subject.test(mail.subject ?? '');
      await eventually(async () => mails.some(isWanted), Boolean);
      const found = mails.findLast(isWanted);
      if (!found) throw new Error(`No mail to ${address}.`);
      return found;
    },
    refuse(left, code) {
      Object.assign(refusing, { left, code });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A mail's only link, the same in its text and its HTML. */
export function linkOf(mail: Received): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  if (!link) throw new Error(`The mail has no link:\n${mail.text}`);
  if (!mail.html?.includes(`href="${link}"`)) throw new Error(`The HTML has another link than ${link}.`);
  return link;
}
