import { Contact, describeContact } from './resources/contact.ts';
import { defineTopic } from './topic.ts';

export const contactUpdated = defineTopic('contact.updated', {
  when: "A host or an app changed a guest's details, or the host merged two contacts.",
  resource: Contact,
  describe: describeContact,
  trigger: { how: 'Change a guest on the Guests page of the panel, or call contactUpdate.' },
});
