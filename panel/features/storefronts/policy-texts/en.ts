import type { PolicyTexts } from './policy-texts.ts';

export const en: PolicyTexts = {
  terms: {
    title: 'Terms of service',
    sections: [
      {
        title: 'Contract',
        sentences: [
          'These terms apply to every stay that you book at {site}.',
          ['Your contract is with {name}, {address}.', 'Your contract is with {name}.'],
          'It is concluded when we confirm your booking.',
          [
            'There is no 14-day right of withdrawal for bookings with fixed dates ({withdrawal}); you can cancel as described below.',
            'You can cancel a booking as described below, unless the law gives you further rights.',
          ],
        ],
      },
      {
        title: 'Price and payment',
        sentences: [
          'Before you book, you see the total price, including all mandatory fees and taxes, and when each part is due.',
          'If a payment is not made on time, we can release the stay.',
        ],
      },
      {
        title: 'Changes and cancellation',
        sentences: [
          'The cancellation policy that was shown when you booked applies to your booking, and you can read it on its page at any time.',
          'If we cannot provide the stay, we refund everything that you have paid for it.',
        ],
      },
      {
        title: 'Arrival and departure',
        sentences: [
          ['Check-in is from {checkIn}.', 'The check-in time is stated on the page of your stay.'],
          ['Check-out is by {checkOut}.', 'The check-out time is stated on the page of your stay.'],
          'Please let us know if you will arrive late.',
        ],
      },
      {
        title: 'House rules',
        sentences: [
          'The rules on the page of your stay, for example on pets, smoking and quiet hours, are part of the contract.',
          'Only the booked number of guests can stay.',
          'Please treat the place with care, be quiet at night, and tell us about any damage immediately.',
        ],
      },
      {
        title: 'Liability',
        sentences: [
          'We are liable as provided by law.',
          'You are liable for damage that you or the people in your party cause through their own fault.',
        ],
      },
      {
        title: 'Applicable law',
        sentences: [
          '{law}',
          'If you book as a consumer, you also keep the protection of the mandatory law of the country where you live.',
        ],
      },
      {
        title: 'Contact',
        sentences: [['You can reach us at {contact}.', 'You can write to us on the page of your booking.']],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    sections: [
      {
        title: 'Who is responsible',
        sentences: [
          [
            '{name}, {address}, is responsible for your personal data.',
            '{name} is responsible for your personal data.',
          ],
          [
            'For questions about your data, you can reach us at {contact}.',
            'For questions about your data, you can write to us on the page of your booking.',
          ],
        ],
      },
      {
        title: 'Which data we use, and why',
        sentences: [
          'To answer your questions and provide your stay, we use your name, contact details, travel dates, party, payments and messages.',
          [
            'The legal bases under {dataLaw} are our contract with you, our legal duties, and our legitimate interest in answering you and preventing misuse.',
            'We do this to fulfill our contract with you and our legal duties, to answer you and to prevent misuse.',
          ],
          [
            'The rules on guest registration ({registration}) can require us to record your identity and report it to the authorities.',
            'If the law requires it, we also record your identity and report it to the authorities.',
          ],
        ],
      },
      {
        title: 'Who receives your data',
        sentences: [
          'Our booking platform and the payment service that you choose process data for us.',
          'Authorities receive data only if the law requires it.',
          'We do not sell your data.',
        ],
      },
      {
        title: 'How long we keep your data',
        sentences: [
          [
            'We keep bookings and invoices for {years} years ({retention}), and delete other data as soon as we no longer need them.',
            'We keep bookings and invoices for as long as the law requires, and delete other data as soon as we no longer need them.',
          ],
        ],
      },
      {
        title: 'Cookies',
        sentences: [
          'Without your consent, this site stores only what it needs to work, such as your choice of language.',
        ],
      },
      {
        title: 'Your rights',
        sentences: [
          'You can ask us for a copy of your data, have them corrected or deleted, restrict their use or object to it, and receive them in a common format.',
          'You can withdraw consent at any time.',
          '{complaint}',
        ],
      },
    ],
  },
  dataLaws: {
    CH: 'the Swiss Federal Act on Data Protection (FADP)',
    EU: 'the General Data Protection Regulation (Art. 6(1)(b), (c) and (f) GDPR)',
  },
  countries: {
    CH: {
      law: 'Swiss law applies.',
      complaint:
        'You can complain to the Swiss Federal Data Protection and Information Commissioner (FDPIC).',
    },
    DE: {
      law: 'German law applies.',
      complaint:
        'You can complain to the data protection authority of the German federal state in which we are based (Landesdatenschutzbehörde).',
    },
    AT: {
      law: 'Austrian law applies.',
      complaint: 'You can complain to the Austrian data protection authority (Datenschutzbehörde).',
    },
    FR: {
      law: 'French law applies.',
      complaint: 'You can complain to the French data protection authority (CNIL).',
    },
    IT: {
      law: 'Italian law applies.',
      complaint:
        'You can complain to the Italian data protection authority (Garante per la protezione dei dati personali).',
    },
    ES: {
      law: 'Spanish law applies.',
      complaint: 'You can complain to the Spanish data protection authority (AEPD).',
    },
    NL: {
      law: 'Dutch law applies.',
      complaint: 'You can complain to the Dutch data protection authority (Autoriteit Persoonsgegevens).',
    },
    other: {
      law: 'The law of the country where the accommodation is applies.',
      complaint: 'You can complain to the data protection authority of your country.',
    },
  },
};
