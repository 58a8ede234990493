import type { ReadyTexts } from './ready-text.ts';

export const NL: ReadyTexts = {
  booked: {
    subject: 'Uw verblijf bij {{property.name}} is bevestigd',
    body: `Beste {{guest.firstName}},

Bedankt voor uw boeking. Uw verblijf bij {{property.name}} is bevestigd.

Aankomst: {{stay.checkIn}}
Vertrek: {{stay.checkOut}}
Boekingsnummer: {{booking.reference}}

Alle gegevens staan op de pagina van uw boeking:
{{permalink}}

Heeft u vragen? Beantwoord dan dit bericht. We kijken ernaar uit u te ontvangen.`,
  },
  before_arrival: {
    subject: 'Uw aankomst bij {{property.name}}',
    body: `Beste {{guest.firstName}},

Het is bijna zover: binnenkort begint uw verblijf bij {{property.name}}.

Aankomst: {{stay.checkIn}}

Het adres, de routebeschrijving en de inchecktijden vindt u op de pagina van uw boeking. Daar kunt u ons ook laten weten hoe laat u denkt aan te komen:
{{permalink}}

Goede reis en tot binnenkort!`,
  },
  door_code: {
    subject: 'Uw sleutel voor {{property.name}}',
    body: `Beste {{guest.firstName}},

Vandaag komt u aan. Hier vindt u alles wat u nodig heeft om binnen te komen.

Accommodatie: {{unit.name|hoort u bij aankomst}}
Deurcode: {{door.code|u krijgt uw sleutel bij aankomst}}

Werkt er iets niet? Beantwoord dit bericht, dan helpen we u meteen.`,
  },
  during_stay: {
    subject: 'Is alles naar wens?',
    body: `Beste {{guest.firstName}},

We hopen dat u het naar uw zin heeft bij {{property.name}}.

Heeft u iets nodig, of is er iets niet in orde? Beantwoord dit bericht, dan regelen we het.

Een fijn verblijf!`,
  },
  check_out: {
    subject: 'Uw vertrek vandaag',
    body: `Beste {{guest.firstName}},

Vandaag eindigt uw verblijf bij {{property.name}}. De uitchecktijd staat op de pagina van uw boeking:
{{permalink}}

Wilt u voor vertrek de ramen sluiten, het licht uitdoen en controleren of u niets bent vergeten?

Goede reis naar huis!`,
  },
  thank_you: {
    subject: 'Bedankt voor uw verblijf bij {{property.name}}',
    body: `Beste {{guest.firstName}},

Bedankt dat u bij ons te gast was. We vonden het fijn u te ontvangen bij {{property.name}}.

Hoe was het? Beantwoord dit bericht en vertel ons wat u goed vond en wat beter kan.

We verwelkomen u graag nog eens.`,
  },
};
