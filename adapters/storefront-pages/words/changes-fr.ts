import { html } from 'hono/html';
import type { ChangeWords } from './changes-en.ts';

/** French text for changing a booked stay. */
export const CHANGES_FR: ChangeWords = {
  link: 'Modifier votre séjour',
  title: 'Modifier votre séjour',
  lead: 'Choisissez d’autres dates ou un autre nombre de voyageurs. Rien ne change tant que vous n’avez pas confirmé le prix.',
  show: 'Afficher le nouveau prix',
  price: 'Prix du séjour modifié',
  figures: 'Ce qui change',
  booking: 'Votre réservation',
  oldTotal: 'Total actuel',
  newTotal: 'Nouveau total',
  difference: 'Différence',
  dropped: { one: 'nuit annulée', many: 'de nuits annulées', other: 'nuits annulées' },
  paid: 'Payé',
  toPay: 'À payer',
  overpaid: 'Payé au-delà du nouveau total',
  confirm: 'Modifier mon séjour',
  stale:
    'Votre réservation ou le prix a changé depuis. Rien n’a été modifié. Vérifiez les nouveaux montants, puis confirmez-les.',
  request: {
    lead: 'Choisissez d’autres dates ou un autre nombre de voyageurs et consultez le prix. L’établissement accepte ou refuse ensuite la modification.',
    terms:
      'L’établissement a jusqu’à 48 heures pour répondre. D’ici là, votre réservation reste inchangée et les nouvelles nuits ne vous sont pas réservées.',
    send: 'Envoyer la demande',
    title: 'Votre demande de modification',
    pending: (storefront, until) =>
      html`${storefront} peut répondre jusqu’au ${until}. D’ici là, votre réservation reste inchangée et ces nuits ne vous sont pas réservées.`,
    withdraw: 'Retirer la demande',
  },
  line: {
    choose: 'Pour quel hébergement voulez-vous modifier les voyageurs\u00a0?',
    dates: 'Les dates valent pour toute la réservation.',
  },
  cancelledNights: 'Nuits annulées',
  faults: {
    dates: 'Choisissez une date d’arrivée et une date de départ.',
    same: 'Votre réservation a déjà ces dates et ces voyageurs.',
    taken: 'Ces nuits ne sont pas toutes disponibles.',
    party: 'Il n’y a pas assez de place pour autant de voyageurs.',
    nights: 'Un séjour à ces dates n’est pas possible.',
    closed: 'Cette réservation ne peut plus être modifiée ici. Contactez l’établissement.',
  },
};
