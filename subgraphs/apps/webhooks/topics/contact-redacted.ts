import { Contact, describeContact } from './resources/contact.ts';
import { defineTopic } from './topic.ts';

export const contactRedacted = defineTopic('contact.redacted', {
  when: 'A guest was erased. Delete your data about the contact and its bookings.',
  resource: Contact,
  describe: describeContact,
  trigger: { how: 'Redact a guest on the Guests page of the panel, or call contactRedact.' },
});
