import {
  changeBookingStay,
  readConversation,
  type SoldBooking,
  sendGuestMessage,
  sendMessage,
} from '#subgraphs/checkout/index.ts';
import { type DemoHotel, must } from './hotel.ts';

/** A conversation's messages, in order. */
interface Talk {
  readonly guest: string;
  readonly desk?: string;
  readonly thanks?: string;
}

/** Conversations by the guest's language, and in English for other guests. */
const TALKS: Readonly<Record<string, readonly Talk[]>> = {
  en: [
    { guest: 'Hello! Our train arrives at 21:40. Can we still check in then?' },
    {
      guest: 'Is there a place to charge an electric car?',
      desk: 'Yes, two chargers are behind the lodge. They cost EUR 0.35 per kWh, and you pay at the desk.',
      thanks: 'Perfect, thank you!',
    },
    {
      guest: 'Could we have a room on the upper floor, please?',
      desk: 'I have put you on the second floor, with the view.',
    },
    { guest: 'We left a blue rain jacket in the wardrobe. Did you find it?' },
  ],
  de: [
    {
      guest: 'Guten Tag, können wir am Anreisetag schon um 13 Uhr kommen?',
      desk: 'Sehr gern, Ihr Gepäck können Sie jederzeit abgeben. Das Zimmer ist ab 14 Uhr fertig.',
    },
    { guest: 'Gibt es ein Kinderbett? Unsere Tochter ist ein Jahr alt.' },
    {
      guest: 'Vielen Dank für die schönen Tage, wir kommen wieder!',
      desk: 'Das freut uns sehr. Bis zum nächsten Mal!',
    },
  ],
  fr: [
    { guest: 'Bonjour, le petit-déjeuner est-il compris dans le prix ?' },
    {
      guest: 'Peut-on louer un bateau pour une demi-journée ?',
      desk: 'Oui, la barque est gratuite pour nos hôtes.',
    },
  ],
  es: [
    {
      guest: 'Hola, ¿hay aparcamiento para una furgoneta alta?',
      desk: 'Sí, junto al molino, sin límite de altura.',
    },
  ],
  it: [
    {
      guest: 'Buongiorno, possiamo portare il nostro cane?',
      desk: 'Nelle Forest Cabins sì, con piacere.',
      thanks: 'Ottimo, grazie!',
    },
    { guest: 'A che ora parte l’ultimo battello?' },
  ],
  nl: [
    {
      guest: 'Goedendag, mogen we onze fietsen binnen zetten?',
      desk: 'Ja, in de fietsenkelder naast de receptie.',
    },
  ],
};

/** Conversations with guests who arrive soon, are in house, or have just left. */
const CONVERSATIONS = 16;
const HOUR_MS = 3_600_000;

/** Sends guests' messages and replies to most; some stay unread, and two date changes wait for a decision. */
export async function inbox(hotel: DemoHotel): Promise<void> {
  const now = hotel.owner().clock.now();
  const { today } = hotel;
  const near = hotel.bookings.filter(
    ({ stay, status }) =>
      status === 'confirmed' &&
      Math.abs(today.until(stay.checkIn).days) <= 12 &&
      today.until(stay.checkOut).days >= -4,
  );
  const used = new Map<string, number>();
  const asked = near.slice(0, CONVERSATIONS);
  for (const [at, booking] of asked.entries()) {
    const language = booking.guest.locale in TALKS ? booking.guest.locale : 'en';
    const talks = TALKS[language] ?? [];
    const turn = used.get(language) ?? 0;
    used.set(language, turn + 1);
    const talk = talks[turn % talks.length];
    if (talk)
      await converse(hotel, booking, talk, new Date(now.getTime() - (asked.length - at) * 2.3 * HOUR_MS));
  }
  await askForChanges(hotel);
}

async function converse(
  { storefrontId, guest, owner }: DemoHotel,
  booking: SoldBooking,
  talk: Talk,
  since: Date,
) {
  const link = { storefrontId: String(storefrontId), permalinkId: booking.permalinkId };
  const after = (minutes: number) => new Date(since.getTime() + minutes * 60_000);
  const written = must(
    await sendGuestMessage(guest(since), {
      ...link,
      text: talk.guest,
      idempotencyKey: `demo-${booking.id}-1`,
    }),
  );
  const conversationId = String(written.message?.conversationId);
  if (!talk.desk) return;
  const answer = { conversationId, text: talk.desk, idempotencyKey: `demo-${booking.id}-2` };
  await readConversation(owner(after(20)), conversationId);
  must(await sendMessage(owner(after(25)), answer));
  if (!talk.thanks) return;
  must(
    await sendGuestMessage(guest(after(40)), {
      ...link,
      text: talk.thanks,
      idempotencyKey: `demo-${booking.id}-3`,
    }),
  );
  await readConversation(owner(after(50)), conversationId);
}

/** Date changes that guests request. */
const CHANGES = 2;

async function askForChanges({ guest, bookings, today }: DemoHotel): Promise<void> {
  const later = bookings.filter(
    ({ status, stay }) => status === 'confirmed' && today.until(stay.checkIn).days > 14,
  );
  for (const { permalinkId, stay } of later.slice(0, CHANGES)) {
    const { adults, children, checkIn } = stay;
    const checkOut = Temporal.PlainDate.from(stay.checkOut).add({ days: 1 });
    const change = { permalinkId, checkIn: Temporal.PlainDate.from(checkIn), checkOut, adults, children };
    const { quote } = must(await changeBookingStay(guest(), change));
    if (quote) must(await changeBookingStay(guest(), { ...change, fingerprint: quote.fingerprint }));
  }
}
