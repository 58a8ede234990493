import type { ReadyTexts } from './ready-text.ts';

export const FR: ReadyTexts = {
  booked: {
    subject: 'Votre séjour est confirmé : {{property.name}}',
    body: `Bonjour {{guest.firstName}},

Merci pour votre réservation. Votre séjour est confirmé : {{property.name}}.

Arrivée : {{stay.checkIn}}
Départ : {{stay.checkOut}}
Numéro de réservation : {{booking.reference}}

Vous trouverez tous les détails sur la page de votre réservation :
{{permalink}}

Si vous avez des questions, il vous suffit de répondre à ce message. Au plaisir de vous accueillir.`,
  },
  before_arrival: {
    subject: 'Votre arrivée : {{property.name}}',
    body: `Bonjour {{guest.firstName}},

Votre séjour approche : {{property.name}} vous attend.

Arrivée : {{stay.checkIn}}

L’adresse, l’itinéraire et les heures d’arrivée figurent sur la page de votre réservation. Vous pouvez aussi nous y indiquer l’heure à laquelle vous pensez arriver :
{{permalink}}

Bon voyage et à bientôt.`,
  },
  door_code: {
    subject: 'Votre clé : {{property.name}}',
    body: `Bonjour {{guest.firstName}},

C’est aujourd’hui que vous arrivez. Voici tout ce qu’il vous faut pour entrer.

Logement : {{unit.name|nous vous l’indiquerons à votre arrivée}}
Code de la porte : {{door.code|votre clé vous sera remise à votre arrivée}}

Si quelque chose ne fonctionne pas, répondez à ce message : nous vous aiderons aussitôt.`,
  },
  during_stay: {
    subject: 'Tout se passe bien ?',
    body: `Bonjour {{guest.firstName}},

Nous espérons que votre séjour se passe bien.

Avez-vous besoin de quelque chose ? Y a-t-il un problème ? Répondez à ce message et nous nous en occuperons.

Nous vous souhaitons un excellent séjour !`,
  },
  check_out: {
    subject: 'Votre départ aujourd’hui',
    body: `Bonjour {{guest.firstName}},

Votre séjour se termine aujourd’hui. L’heure limite de départ figure sur la page de votre réservation :
{{permalink}}

Avant de partir, merci de fermer les fenêtres, d’éteindre les lumières et de vérifier que vous n’avez rien oublié.

Bon retour !`,
  },
  thank_you: {
    subject: 'Merci pour votre séjour : {{property.name}}',
    body: `Bonjour {{guest.firstName}},

Merci d’avoir séjourné chez nous. Nous avons été ravis de vous accueillir.

Comment s’est passé votre séjour ? Répondez à ce message et dites-nous ce qui vous a plu et ce que nous pourrions améliorer.

Nous serions très heureux de vous accueillir à nouveau.`,
  },
};
