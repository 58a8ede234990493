import type { ReadyTexts } from './ready-text.ts';

export const DE: ReadyTexts = {
  booked: {
    subject: 'Ihr Aufenthalt in {{property.name}} ist bestätigt',
    body: `Guten Tag {{guest.firstName}},

vielen Dank für Ihre Buchung. Ihr Aufenthalt in {{property.name}} ist bestätigt.

Anreise: {{stay.checkIn}}
Abreise: {{stay.checkOut}}
Buchungsnummer: {{booking.reference}}

Alle Angaben finden Sie auf der Seite Ihrer Buchung:
{{permalink}}

Wenn Sie Fragen haben, antworten Sie einfach auf diese Nachricht. Wir freuen uns auf Sie.`,
  },
  before_arrival: {
    subject: 'Ihre Anreise nach {{property.name}}',
    body: `Guten Tag {{guest.firstName}},

bald ist es so weit: Ihr Aufenthalt in {{property.name}} beginnt.

Anreise: {{stay.checkIn}}

Adresse, Anfahrt und Check-in-Zeiten finden Sie auf der Seite Ihrer Buchung. Dort können Sie uns auch mitteilen, wann Sie voraussichtlich ankommen:
{{permalink}}

Wir wünschen Ihnen eine gute Reise. Bis bald!`,
  },
  door_code: {
    subject: 'Ihr Schlüssel für {{property.name}}',
    body: `Guten Tag {{guest.firstName}},

heute reisen Sie an. Hier ist alles, was Sie für den Zugang brauchen.

Unterkunft: {{unit.name|erfahren Sie bei der Ankunft}}
Türcode: {{door.code|Ihren Schlüssel erhalten Sie bei der Ankunft}}

Wenn etwas nicht klappt, antworten Sie auf diese Nachricht. Wir helfen Ihnen sofort.`,
  },
  during_stay: {
    subject: 'Ist alles in Ordnung?',
    body: `Guten Tag {{guest.firstName}},

wir hoffen, Sie haben sich in {{property.name}} gut eingelebt.

Fehlt Ihnen etwas, oder ist etwas nicht so, wie es sein sollte? Antworten Sie auf diese Nachricht, wir kümmern uns darum.

Wir wünschen Ihnen einen schönen Aufenthalt!`,
  },
  check_out: {
    subject: 'Ihre Abreise heute',
    body: `Guten Tag {{guest.firstName}},

heute endet Ihr Aufenthalt in {{property.name}}. Bis wann Sie auschecken können, steht auf der Seite Ihrer Buchung:
{{permalink}}

Bitte schliessen Sie vor der Abreise die Fenster, löschen Sie das Licht, und sehen Sie nach, ob Sie nichts vergessen haben.

Wir wünschen Ihnen eine gute Heimreise.`,
  },
  thank_you: {
    subject: 'Vielen Dank für Ihren Aufenthalt in {{property.name}}',
    body: `Guten Tag {{guest.firstName}},

vielen Dank, dass Sie unser Gast waren. Es war uns eine Freude, Sie in {{property.name}} zu begrüssen.

Wie hat es Ihnen gefallen? Antworten Sie auf diese Nachricht und schreiben Sie uns, was Ihnen gefallen hat und was wir besser machen können.

Wir würden uns freuen, Sie wieder zu begrüssen.`,
  },
};
