import type { ReadyTexts } from './ready-text.ts';

export const IT: ReadyTexts = {
  booked: {
    subject: 'Il tuo soggiorno presso {{property.name}} è confermato',
    body: `Ciao {{guest.firstName}},

grazie per la tua prenotazione. Il tuo soggiorno presso {{property.name}} è confermato.

Arrivo: {{stay.checkIn}}
Partenza: {{stay.checkOut}}
Numero di prenotazione: {{booking.reference}}

Trovi tutti i dettagli sulla pagina della tua prenotazione:
{{permalink}}

Se hai domande, rispondi a questo messaggio. A presto!`,
  },
  before_arrival: {
    subject: 'Il tuo arrivo presso {{property.name}}',
    body: `Ciao {{guest.firstName}},

il tuo soggiorno presso {{property.name}} si avvicina.

Arrivo: {{stay.checkIn}}

L’indirizzo, le indicazioni per raggiungerci e gli orari di check-in sono sulla pagina della tua prenotazione. Lì puoi anche comunicarci a che ora pensi di arrivare:
{{permalink}}

Buon viaggio e a presto!`,
  },
  door_code: {
    subject: 'La tua chiave per {{property.name}}',
    body: `Ciao {{guest.firstName}},

oggi è il giorno del tuo arrivo. Ecco tutto quello che ti serve per entrare.

Alloggio: {{unit.name|te lo diremo al tuo arrivo}}
Codice della porta: {{door.code|riceverai la chiave al tuo arrivo}}

Se qualcosa non funziona, rispondi a questo messaggio: ti aiuteremo subito.`,
  },
  during_stay: {
    subject: 'Va tutto bene?',
    body: `Ciao {{guest.firstName}},

speriamo che ti trovi bene presso {{property.name}}.

Ti serve qualcosa, o c’è qualcosa che non va? Rispondi a questo messaggio e ce ne occuperemo.

Buon soggiorno!`,
  },
  check_out: {
    subject: 'La tua partenza di oggi',
    body: `Ciao {{guest.firstName}},

oggi termina il tuo soggiorno presso {{property.name}}. L’orario di check-out è sulla pagina della tua prenotazione:
{{permalink}}

Prima di partire, chiudi le finestre, spegni le luci e controlla di non aver dimenticato nulla.

Buon rientro!`,
  },
  thank_you: {
    subject: 'Grazie per il tuo soggiorno presso {{property.name}}',
    body: `Ciao {{guest.firstName}},

grazie per aver soggiornato da noi. È stato un piacere averti come ospite.

Com’è andata? Rispondi a questo messaggio e raccontaci che cosa ti è piaciuto e che cosa possiamo migliorare.

Saremmo felici di ospitarti di nuovo.`,
  },
};
