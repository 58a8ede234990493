import { MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { BuyerField } from '../../../domain/readiness.ts';
import { FIELD_NAMES, type MessageWords } from './message-words.ts';

const RULES: Readonly<Record<BuyerField, string>> = {
  firstName: `un nom de ${MAX_NAME} caractères au maximum, sans numéro de carte`,
  lastName: `un nom de ${MAX_NAME} caractères au maximum, sans numéro de carte`,
  email: 'une adresse e-mail valide, par exemple ada@example.com',
  phoneNumber: `un numéro de téléphone de ${MAX_PHONE} caractères au maximum, pas un numéro de carte`,
};

export const FR: MessageWords = {
  buyer_absent: () => 'Le client manque : indiquez son first_name, son last_name et son email.',
  buyer_missing: ({ field }) => `Le champ ${FIELD_NAMES[field]} du client manque : indiquez ${RULES[field]}.`,
  buyer_malformed: ({ field }) =>
    `Le champ ${FIELD_NAMES[field]} du client est inutilisable : indiquez ${RULES[field]}.`,
  no_lines: () => 'La réservation est vide : ajoutez au moins un article.',
  too_many_lines: () =>
    `Une réservation peut comporter ${MAX_LINES} articles au maximum : retirez-en et réservez le reste séparément.`,
  price_changed: ({ was, now, terms }) =>
    was === now
      ? `Les conditions de l’offre ont changé avant la réservation ; le total est toujours de ${now}. Rien n’a été réservé : montrez les nouvelles conditions au client et finalisez à nouveau s’il est d’accord. ${terms}`.trim()
      : `L’offre a changé avant la réservation : le total était de ${was} et il est maintenant de ${now}. Rien n’a été réservé : montrez le nouveau total au client et finalisez à nouveau s’il est d’accord.`,
  due_at_property: ({ charges }) => `À régler sur place en plus du total : ${charges}.`,
  deposit: ({ due, rest, by }) =>
    `${due} sont dus pour confirmer la réservation ; le solde de ${rest} est dû au plus tard le ${by}.`,
  pay_at_property: ({ rest }) =>
    `Aucun paiement n’est nécessaire pour réserver : le client paie ${rest} sur place.`,
  deposit_required: ({ due, rest, by, until }) =>
    `La réservation est retenue mais pas payée : donnez au client le lien de paiement, où ${due} sont dus maintenant et le solde de ${rest} au plus tard le ${by}. Si le montant dû maintenant n’est pas payé, la réservation expire à ${until}.`,
  agreement_required: ({ rest, until }) =>
    `La réservation est retenue mais pas confirmée : donnez au client le lien, où il la confirme et accepte de payer ${rest} sur place. Sinon, elle expire à ${until}.`,
  payment_required: ({ until }) =>
    `La réservation est retenue mais pas payée : donnez au client le lien de paiement. Sans paiement, elle expire à ${until}.`,
  confirmed: () => 'La réservation est confirmée : aucun paiement n’est nécessaire.',
  hold_released: () =>
    'La réservation n’a pas été payée à temps et a expiré : commencez-en une nouvelle pour réserver à nouveau.',
  finished: () => 'Cette réservation est terminée et ne peut plus être modifiée : commencez-en une nouvelle.',
  being_completed: () =>
    'Cette réservation est en cours de finalisation et ne peut pas être modifiée maintenant : relisez-la dans quelques secondes.',
};
